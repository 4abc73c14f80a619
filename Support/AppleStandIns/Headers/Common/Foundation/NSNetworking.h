#pragma once
#include "NSValues.h"

#pragma clang assume_nonnull begin

// https://developer.apple.com/documentation/foundation/nsurlrequest/cachepolicy-swift.enum
typedef NS_ENUM(NSUInteger, NSURLRequestCachePolicy) {
  NSURLRequestUseProtocolCachePolicy = 0,
  NSURLRequestReloadIgnoringLocalCacheData = 1,
  NSURLRequestReturnCacheDataElseLoad = 2,
  NSURLRequestReturnCacheDataDontLoad = 3,
  NSURLRequestReloadIgnoringLocalAndRemoteCacheData = 4,
  NSURLRequestReloadRevalidatingCacheData = 5
} NS_SWIFT_NAME(NSURLRequest.CachePolicy);

// https://developer.apple.com/documentation/foundation/urlcache and the pages of related types
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLCache) @interface NSURLCache : NSObject
@end
NS_SWIFT_SENDABLE NS_SWIFT_NAME(HTTPCookieStorage) @interface NSHTTPCookieStorage : NSObject
@end
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLCredentialStorage) @interface NSURLCredentialStorage : NSObject
@end

// https://developer.apple.com/documentation/foundation/nsurlrequest
NS_SWIFT_SENDABLE BRIDGED("URLRequest") @interface NSURLRequest : NSObject <NSCopying, NSSecureCoding>
@property(nullable, readonly, copy) NSURL *URL;
@end

// https://developer.apple.com/documentation/foundation/urlresponse
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLResponse) @interface NSURLResponse : NSObject <NSCopying, NSSecureCoding>
- (instancetype)initWithURL:(NSURL *)URL
                   MIMEType:(nullable NSString *)MIMEType
      expectedContentLength:(NSInteger)length
           textEncodingName:(nullable NSString *)name NS_DESIGNATED_INITIALIZER;
@property(nullable, readonly, copy) NSURL *URL;
@property(nullable, readonly, copy) NSString *MIMEType;
@property(readonly) long long expectedContentLength;
@property(nullable, readonly, copy) NSString *textEncodingName;
@end

// https://developer.apple.com/documentation/foundation/httpurlresponse
NS_SWIFT_SENDABLE NS_SWIFT_NAME(HTTPURLResponse) @interface NSHTTPURLResponse : NSURLResponse
- (nullable instancetype)initWithURL:(NSURL *)url
                          statusCode:(NSInteger)statusCode
                         HTTPVersion:(nullable NSString *)HTTPVersion
                        headerFields:(nullable NSDictionary<NSString *, NSString *> *)headerFields;
@property(readonly) NSInteger statusCode;
@property(readonly, copy) NSDictionary *allHeaderFields;
- (nullable NSString *)valueForHTTPHeaderField:(NSString *)field;
@end

// https://developer.apple.com/documentation/foundation/httpcookiepropertykey
typedef NSString *NSHTTPCookiePropertyKey NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(HTTPCookiePropertyKey);
extern NSHTTPCookiePropertyKey const NSHTTPCookieName;
extern NSHTTPCookiePropertyKey const NSHTTPCookieValue;
extern NSHTTPCookiePropertyKey const NSHTTPCookieDomain;
extern NSHTTPCookiePropertyKey const NSHTTPCookiePath;
extern NSHTTPCookiePropertyKey const NSHTTPCookieSecure;
extern NSHTTPCookiePropertyKey const NSHTTPCookieExpires;
extern NSHTTPCookiePropertyKey const NSHTTPCookieSameSitePolicy;

// https://developer.apple.com/documentation/foundation/httpcookiestringpolicy
typedef NSString *NSHTTPCookieStringPolicy NS_TYPED_ENUM NS_SWIFT_NAME(HTTPCookieStringPolicy);
extern NSHTTPCookieStringPolicy const NSHTTPCookieSameSiteLax;
extern NSHTTPCookieStringPolicy const NSHTTPCookieSameSiteStrict;

// https://developer.apple.com/documentation/foundation/httpcookie
NS_SWIFT_SENDABLE NS_SWIFT_NAME(HTTPCookie) @interface NSHTTPCookie : NSObject
- (nullable instancetype)initWithProperties:(NSDictionary<NSHTTPCookiePropertyKey, id> *)properties;
@property(readonly, copy) NSString *name;
@property(readonly, copy) NSString *value;
@property(readonly, copy) NSString *domain;
@property(readonly, copy) NSString *path;
@property(nullable, readonly, copy) NSDate *expiresDate;
@property(readonly, getter=isSecure) BOOL secure;
@property(readonly, getter=isHTTPOnly) BOOL HTTPOnly;
@property(nullable, readonly, copy) NSHTTPCookieStringPolicy sameSitePolicy;
@end

// https://developer.apple.com/documentation/foundation/urlcredential
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLCredential) @interface NSURLCredential : NSObject <NSCopying>
@end

// https://developer.apple.com/documentation/foundation/urlauthenticationchallenge
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLAuthenticationChallenge) @interface NSURLAuthenticationChallenge : NSObject
@end

// https://developer.apple.com/documentation/foundation/urlsession/authchallengedisposition
typedef NS_ENUM(NSInteger, NSURLSessionAuthChallengeDisposition) {
  NSURLSessionAuthChallengeUseCredential = 0,
  NSURLSessionAuthChallengePerformDefaultHandling = 1,
  NSURLSessionAuthChallengeCancelAuthenticationChallenge = 2,
  NSURLSessionAuthChallengeRejectProtectionSpace = 3
} NS_SWIFT_NAME(URLSession.AuthChallengeDisposition);

@class NSURLSession, NSURLSessionTask;

// https://developer.apple.com/documentation/foundation/urlsessiondelegate
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLSessionDelegate) @protocol NSURLSessionDelegate <NSObject>
@end

// https://developer.apple.com/documentation/foundation/urlsessiontaskdelegate
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLSessionTaskDelegate) @protocol NSURLSessionTaskDelegate <NSURLSessionDelegate>
@optional
- (void)URLSession:(NSURLSession *)session
                          task:(NSURLSessionTask *)task
    willPerformHTTPRedirection:(NSHTTPURLResponse *)response
                    newRequest:(NSURLRequest *)request
             completionHandler:(NS_SWIFT_SENDABLE void (^)(NSURLRequest *_Nullable))completionHandler
    NS_SWIFT_ASYNC_NAME(urlSession(_:task:willPerformHTTPRedirection:newRequest:));
- (void)URLSession:(NSURLSession *)session
                    task:(NSURLSessionTask *)task
    didCompleteWithError:(nullable NSError *)error;
@end

// https://developer.apple.com/documentation/foundation/urlsessiondatadelegate
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLSessionDataDelegate) @protocol NSURLSessionDataDelegate <NSURLSessionTaskDelegate>
@end

// https://developer.apple.com/documentation/foundation/urlsessiontask
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLSessionTask) @interface NSURLSessionTask : NSObject <NSCopying>
@property(readonly) NSUInteger taskIdentifier;
@property(nullable, readonly, copy) NSURLResponse *response;
- (void)cancel;
- (void)resume;
@end

// https://developer.apple.com/documentation/foundation/urlsessiondatatask
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLSessionDataTask) @interface NSURLSessionDataTask : NSURLSessionTask
@end

// https://developer.apple.com/documentation/foundation/urlsessionconfiguration
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLSessionConfiguration) @interface NSURLSessionConfiguration : NSObject <NSCopying>
@property(class, readonly, strong) NSURLSessionConfiguration *defaultSessionConfiguration NS_SWIFT_NAME(default);
@property(class, readonly, strong) NSURLSessionConfiguration *ephemeralSessionConfiguration NS_SWIFT_NAME(ephemeral);
@property double timeoutIntervalForRequest;
@property double timeoutIntervalForResource;
@property BOOL waitsForConnectivity;
@property BOOL HTTPShouldSetCookies;
@property NSURLRequestCachePolicy requestCachePolicy;
@property(nullable, retain) NSURLCache *URLCache;
@property(nullable, retain) NSHTTPCookieStorage *HTTPCookieStorage;
@property(nullable, retain) NSURLCredentialStorage *URLCredentialStorage;
@end

// https://developer.apple.com/documentation/foundation/urlsession
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLSession) @interface NSURLSession : NSObject
@property(class, readonly, strong) NSURLSession *sharedSession NS_SWIFT_NAME(shared);
+ (NSURLSession *)sessionWithConfiguration:(NSURLSessionConfiguration *)configuration;
- (void)invalidateAndCancel;
- (void)finishTasksAndInvalidate;
@end

#pragma clang assume_nonnull end
