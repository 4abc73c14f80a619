// https://developer.apple.com/documentation/corefoundation
#pragma once
#include "Darwin.h"
#include <stdint.h>

#define CF_BRIDGED(name) __attribute__((objc_bridge(name)))

typedef const void *CFTypeRef;
typedef const struct CF_BRIDGED(NSString) __CFString *CFStringRef;
typedef const struct CF_BRIDGED(NSData) __CFData *CFDataRef;
typedef const struct CF_BRIDGED(NSDictionary) __CFDictionary *CFDictionaryRef;
typedef const struct CF_BRIDGED(NSURL) __CFURL *CFURLRef;
typedef struct CF_BRIDGED(NSError) __CFError *CFErrorRef;
typedef const struct CF_BRIDGED(NSNumber) __CFBoolean *CFBooleanRef;
typedef const struct CF_BRIDGED(NSNull) __CFNull *CFNullRef;
typedef long CFIndex;

// https://developer.apple.com/documentation/corefoundation/cgfloat and the pages of related types
typedef double CGFloat;

typedef struct CGPoint {
  CGFloat x;
  CGFloat y;
} CGPoint;

typedef struct CGSize {
  CGFloat width;
  CGFloat height;
} CGSize;

typedef struct CGRect {
  CGPoint origin;
  CGSize size;
} CGRect;

#pragma clang assume_nonnull begin

// https://developer.apple.com/documentation/corefoundation/kcfbooleantrue
extern const CFBooleanRef _Null_unspecified kCFBooleanTrue;
extern const CFBooleanRef _Null_unspecified kCFBooleanFalse;

#pragma clang assume_nonnull end
