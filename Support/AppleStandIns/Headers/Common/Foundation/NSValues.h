#pragma once
#include "NSMacros.h"

#define BRIDGED(name) __attribute__((swift_bridge(name)))

#pragma clang assume_nonnull begin

// https://developer.apple.com/documentation/foundation/nscopying
@protocol NSCopying
@end
// https://developer.apple.com/documentation/foundation/nssecurecoding
@protocol NSCoding
@end
@protocol NSSecureCoding <NSCoding>
@end

// https://developer.apple.com/documentation/foundation/nsstring
NS_SWIFT_SENDABLE BRIDGED("Swift.String") @interface NSString : NSObject <NSCopying, NSSecureCoding>
@property(readonly) NSUInteger length;
@end

// https://developer.apple.com/documentation/foundation/nsvalue
NS_SWIFT_SENDABLE @interface NSValue : NSObject <NSCopying, NSSecureCoding>
@end

// https://developer.apple.com/documentation/foundation/nsnumber
NS_SWIFT_SENDABLE @interface NSNumber : NSValue
@property(readonly) BOOL boolValue;
@property(readonly) double doubleValue;
@property(readonly) NSInteger integerValue NS_SWIFT_NAME(intValue);
@property(readonly, copy) NSString *stringValue;
@property(readonly) const char *objCType;
@end

// https://developer.apple.com/documentation/foundation/nsnull
NS_SWIFT_SENDABLE @interface NSNull : NSObject <NSCopying, NSSecureCoding>
@end

// https://developer.apple.com/documentation/foundation/nsarray
BRIDGED("Swift.Array") @interface NSArray<ObjectType> : NSObject <NSCopying, NSSecureCoding>
@property(readonly) NSUInteger count;
@end

// https://developer.apple.com/documentation/foundation/nsmutablearray
@interface NSMutableArray<ObjectType> : NSArray<ObjectType>
- (void)addObject:(ObjectType)anObject;
@end

// https://developer.apple.com/documentation/foundation/nsdictionary
BRIDGED("Swift.Dictionary") @interface NSDictionary<KeyType, ObjectType> : NSObject <NSCopying, NSSecureCoding>
@property(readonly) NSUInteger count;
@end

// https://developer.apple.com/documentation/foundation/nsmutabledictionary
@interface NSMutableDictionary<KeyType, ObjectType> : NSDictionary<KeyType, ObjectType>
@end

// https://developer.apple.com/documentation/foundation/nsset
BRIDGED("Swift.Set") @interface NSSet<ObjectType> : NSObject <NSCopying, NSSecureCoding>
@property(readonly) NSUInteger count;
@end

// https://developer.apple.com/documentation/foundation/nsdata
NS_SWIFT_SENDABLE BRIDGED("Data") @interface NSData : NSObject <NSCopying, NSSecureCoding>
@property(readonly) NSUInteger length;
@end

// https://developer.apple.com/documentation/foundation/nsdate
NS_SWIFT_SENDABLE BRIDGED("Date") @interface NSDate : NSObject <NSCopying, NSSecureCoding>
@property(readonly) double timeIntervalSince1970;
@end

// https://developer.apple.com/documentation/foundation/nsurl
NS_SWIFT_SENDABLE BRIDGED("URL") @interface NSURL : NSObject <NSCopying, NSSecureCoding>
@property(nullable, readonly, copy) NSString *absoluteString;
@end

// https://developer.apple.com/documentation/foundation/nsuuid
NS_SWIFT_SENDABLE BRIDGED("UUID") @interface NSUUID : NSObject <NSCopying, NSSecureCoding>
@end

// https://developer.apple.com/documentation/foundation/nserrordomain
typedef NSString *NSErrorDomain;
// https://developer.apple.com/documentation/foundation/nserror/userinfokey
typedef NSString *NSErrorUserInfoKey;

// https://developer.apple.com/documentation/foundation/nserror
NS_SWIFT_SENDABLE BRIDGED("Swift.Error") @interface NSError : NSObject <NSCopying, NSSecureCoding>
- (instancetype)initWithDomain:(NSErrorDomain)domain
                          code:(NSInteger)code
                      userInfo:(nullable NSDictionary<NSErrorUserInfoKey, id> *)dict NS_DESIGNATED_INITIALIZER;
@property(readonly, copy) NSErrorDomain domain;
@property(readonly) NSInteger code;
@property(readonly, copy) NSDictionary<NSErrorUserInfoKey, id> *userInfo;
@property(readonly, copy) NSString *localizedDescription;
@end

extern NSErrorUserInfoKey const NSLocalizedDescriptionKey;
extern NSErrorUserInfoKey const NSUnderlyingErrorKey;
extern NSErrorDomain const NSPOSIXErrorDomain;
extern NSErrorDomain const NSURLErrorDomain;
extern NSString *const NSURLErrorFailingURLErrorKey;
extern NSString *const NSURLErrorFailingURLStringErrorKey;
// https://developer.apple.com/documentation/foundation/nsurlerrorcancelled
enum : NSInteger { NSURLErrorCancelled = -999, NSURLErrorTimedOut = -1001 };

// https://developer.apple.com/documentation/foundation/nsnotification/name-swift.struct
typedef NSString *NSNotificationName NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(NSNotification.Name);

// https://developer.apple.com/documentation/foundation/nsnotification
BRIDGED("Notification") @interface NSNotification : NSObject <NSCopying, NSCoding>
@property(readonly, copy) NSNotificationName name;
@property(nullable, readonly, retain) id object;
@end

#pragma clang assume_nonnull end
