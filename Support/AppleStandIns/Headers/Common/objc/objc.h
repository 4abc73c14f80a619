// https://developer.apple.com/documentation/objectivec/objective-c-runtime
#pragma once

typedef signed char BOOL;
typedef long NSInteger;
typedef unsigned long NSUInteger;

#define nil ((id)0)
#define YES ((BOOL)1)
#define NO ((BOOL)0)
