// https://developer.apple.com/documentation/objectivec/objective-c-runtime
#pragma once

#ifdef __ENVIRONMENT_IPHONE_OS_VERSION_MIN_REQUIRED__
typedef _Bool BOOL;
#else
typedef signed char BOOL;
#endif
typedef long NSInteger;
typedef unsigned long NSUInteger;

#define nil ((id)0)
#define YES ((BOOL)1)
#define NO ((BOOL)0)
