// https://developer.apple.com/documentation/imageio
#pragma once
#include "CoreFoundation.h"
#include <stddef.h>

#pragma clang assume_nonnull begin
#pragma clang arc_cf_code_audited begin

// https://developer.apple.com/documentation/imageio/cgimagesource
typedef struct __attribute__((objc_bridge(id))) CGImageSource *CGImageSourceRef;
CGImageSourceRef _Nullable CGImageSourceCreateWithURL(CFURLRef url, CFDictionaryRef _Nullable options);
CFDictionaryRef _Nullable CGImageSourceCopyPropertiesAtIndex(
    CGImageSourceRef isrc, size_t index, CFDictionaryRef _Nullable options);
CFStringRef _Nullable CGImageSourceGetType(CGImageSourceRef isrc);

// https://developer.apple.com/documentation/imageio/individual-image-properties
extern const CFStringRef kCGImagePropertyPixelWidth;
extern const CFStringRef kCGImagePropertyPixelHeight;

#pragma clang arc_cf_code_audited end
#pragma clang assume_nonnull end
