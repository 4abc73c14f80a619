// https://developer.apple.com/documentation/avfoundation
#pragma once
#include "Foundation/Foundation.h"

#pragma clang assume_nonnull begin

// https://developer.apple.com/documentation/avfoundation/avmediatype
typedef NSString *AVMediaType NS_TYPED_ENUM;
extern AVMediaType const AVMediaTypeVideo;

// https://developer.apple.com/documentation/avfoundation/avauthorizationstatus
typedef NS_ENUM(NSInteger, AVAuthorizationStatus) {
  AVAuthorizationStatusNotDetermined = 0,
  AVAuthorizationStatusRestricted = 1,
  AVAuthorizationStatusDenied = 2,
  AVAuthorizationStatusAuthorized = 3
};

// https://developer.apple.com/documentation/avfoundation/avcapturedevice
@interface AVCaptureDevice : NSObject
+ (AVAuthorizationStatus)authorizationStatusForMediaType:(AVMediaType)mediaType
    NS_SWIFT_NAME(authorizationStatus(for:));
@end

#pragma clang assume_nonnull end
