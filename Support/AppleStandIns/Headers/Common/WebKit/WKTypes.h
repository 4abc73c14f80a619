#pragma once
#include "../Foundation/Foundation.h"
#if __IPHONE_OS_VERSION_MIN_REQUIRED || TARGET_OS_IPHONE || defined(__ENVIRONMENT_IPHONE_OS_VERSION_MIN_REQUIRED__)
#include "UIKit.h"
#define WK_VIEW UIView
#define WK_IMAGE UIImage
#else
#include "AppKit.h"
#define WK_VIEW NSView
#define WK_IMAGE NSImage
#endif

#pragma clang assume_nonnull begin

@class WKWebView, WKUserContentController, WKFrameInfo;

// https://developer.apple.com/documentation/webkit/wknavigation
NS_SWIFT_UI_ACTOR @interface WKNavigation : NSObject
@end

// https://developer.apple.com/documentation/webkit/wksecurityorigin
NS_SWIFT_UI_ACTOR @interface WKSecurityOrigin : NSObject
- (instancetype)init NS_UNAVAILABLE;
@property(readonly, copy) NSString *protocol;
@property(readonly, copy) NSString *host;
@property(readonly) NSInteger port;
@end

// https://developer.apple.com/documentation/webkit/wkframeinfo
NS_SWIFT_UI_ACTOR @interface WKFrameInfo : NSObject <NSCopying>
@property(readonly, getter=isMainFrame) BOOL mainFrame;
@property(readonly, copy) NSURLRequest *request;
@property(readonly) WKSecurityOrigin *securityOrigin;
@property(nullable, readonly, weak) WKWebView *webView;
@end

// https://developer.apple.com/documentation/webkit/wkcontentworld
NS_SWIFT_UI_ACTOR @interface WKContentWorld : NSObject
- (instancetype)init NS_UNAVAILABLE;
@property(class, readonly) WKContentWorld *pageWorld;
@property(class, readonly) WKContentWorld *defaultClientWorld;
+ (WKContentWorld *)worldWithName:(NSString *)name NS_SWIFT_NAME(world(name:));
@property(nullable, readonly, copy) NSString *name;
@end

// https://developer.apple.com/documentation/webkit/wkuserscriptinjectiontime
typedef NS_ENUM(NSInteger, WKUserScriptInjectionTime) {
  WKUserScriptInjectionTimeAtDocumentStart,
  WKUserScriptInjectionTimeAtDocumentEnd
};

// https://developer.apple.com/documentation/webkit/wkuserscript
NS_SWIFT_UI_ACTOR @interface WKUserScript : NSObject <NSCopying>
@property(readonly, copy) NSString *source;
@property(readonly) WKUserScriptInjectionTime injectionTime;
@property(readonly, getter=isForMainFrameOnly) BOOL forMainFrameOnly;
- (instancetype)initWithSource:(NSString *)source
                 injectionTime:(WKUserScriptInjectionTime)injectionTime
              forMainFrameOnly:(BOOL)forMainFrameOnly;
- (instancetype)initWithSource:(NSString *)source
                 injectionTime:(WKUserScriptInjectionTime)injectionTime
              forMainFrameOnly:(BOOL)forMainFrameOnly
                inContentWorld:(WKContentWorld *)contentWorld;
@end

// https://developer.apple.com/documentation/webkit/wkscriptmessage
NS_SWIFT_UI_ACTOR @interface WKScriptMessage : NSObject
@property(readonly, copy) id body;
@property(nullable, readonly, weak) WKWebView *webView;
@property(readonly, copy) WKFrameInfo *frameInfo;
@property(readonly, copy) NSString *name;
@property(readonly) WKContentWorld *world;
@end

// https://developer.apple.com/documentation/webkit/wkscriptmessagehandler
NS_SWIFT_UI_ACTOR @protocol WKScriptMessageHandler <NSObject>
- (void)userContentController:(WKUserContentController *)userContentController
      didReceiveScriptMessage:(WKScriptMessage *)message
    NS_SWIFT_NAME(userContentController(_:didReceive:));
@end

// https://developer.apple.com/documentation/webkit/wkscriptmessagehandlerwithreply
NS_SWIFT_UI_ACTOR @protocol WKScriptMessageHandlerWithReply <NSObject>
- (void)userContentController:(WKUserContentController *)userContentController
      didReceiveScriptMessage:(WKScriptMessage *)message
                 replyHandler:(NS_SWIFT_UI_ACTOR void (^)(id _Nullable reply, NSString *_Nullable errorMessage))replyHandler
    NS_SWIFT_NAME(userContentController(_:didReceive:replyHandler:)) __attribute__((swift_async(not_swift_private, 3)));
@end

// https://developer.apple.com/documentation/webkit/wkusercontentcontroller
NS_SWIFT_UI_ACTOR @interface WKUserContentController : NSObject
@property(readonly, copy) NSArray<WKUserScript *> *userScripts;
- (void)addUserScript:(WKUserScript *)userScript;
- (void)removeAllUserScripts;
- (void)addScriptMessageHandler:(id<WKScriptMessageHandler>)scriptMessageHandler
                   contentWorld:(WKContentWorld *)world
                           name:(NSString *)name NS_SWIFT_NAME(add(_:contentWorld:name:));
- (void)addScriptMessageHandlerWithReply:(id<WKScriptMessageHandlerWithReply>)scriptMessageHandlerWithReply
                            contentWorld:(WKContentWorld *)contentWorld
                                    name:(NSString *)name NS_SWIFT_NAME(addScriptMessageHandler(_:contentWorld:name:));
- (void)addScriptMessageHandler:(id<WKScriptMessageHandler>)scriptMessageHandler
                           name:(NSString *)name NS_SWIFT_NAME(add(_:name:));
- (void)removeScriptMessageHandlerForName:(NSString *)name contentWorld:(WKContentWorld *)contentWorld;
- (void)removeScriptMessageHandlerForName:(NSString *)name;
- (void)removeAllScriptMessageHandlersFromContentWorld:(WKContentWorld *)contentWorld;
- (void)removeAllScriptMessageHandlers;
@end

// https://developer.apple.com/documentation/webkit/wkurlschemetask
NS_SWIFT_UI_ACTOR @protocol WKURLSchemeTask <NSObject>
@property(readonly, copy) NSURLRequest *request;
- (void)didReceiveResponse:(NSURLResponse *)response;
- (void)didReceiveData:(NSData *)data;
- (void)didFinish;
- (void)didFailWithError:(NSError *)error;
@end

// https://developer.apple.com/documentation/webkit/wkurlschemehandler
NS_SWIFT_UI_ACTOR @protocol WKURLSchemeHandler <NSObject>
- (void)webView:(WKWebView *)webView startURLSchemeTask:(id<WKURLSchemeTask>)urlSchemeTask;
- (void)webView:(WKWebView *)webView stopURLSchemeTask:(id<WKURLSchemeTask>)urlSchemeTask;
@end

// https://developer.apple.com/documentation/webkit/wkhttpcookiestore
NS_SWIFT_UI_ACTOR @interface WKHTTPCookieStore : NSObject
- (instancetype)init NS_UNAVAILABLE;
- (void)getAllCookies:(NS_SWIFT_UI_ACTOR void (^)(NSArray<NSHTTPCookie *> *))completionHandler;
- (void)setCookie:(NSHTTPCookie *)cookie completionHandler:(nullable NS_SWIFT_UI_ACTOR void (^)(void))completionHandler;
- (void)deleteCookie:(NSHTTPCookie *)cookie
    completionHandler:(nullable NS_SWIFT_UI_ACTOR void (^)(void))completionHandler;
@end

// https://developer.apple.com/documentation/webkit/wkwebsitedatastore
NS_SWIFT_UI_ACTOR @interface WKWebsiteDataStore : NSObject
- (instancetype)init NS_UNAVAILABLE;
+ (WKWebsiteDataStore *)defaultDataStore;
+ (WKWebsiteDataStore *)nonPersistentDataStore;
@property(readonly, getter=isPersistent) BOOL persistent;
@property(readonly) WKHTTPCookieStore *httpCookieStore;
@end

// https://developer.apple.com/documentation/webkit/wkpreferences
NS_SWIFT_UI_ACTOR @interface WKPreferences : NSObject
@property BOOL javaScriptCanOpenWindowsAutomatically;
@end

// https://developer.apple.com/documentation/webkit/wkwebpagepreferences
NS_SWIFT_UI_ACTOR @interface WKWebpagePreferences : NSObject
@property BOOL allowsContentJavaScript;
@end

// https://developer.apple.com/documentation/webkit/wkaudiovisualmediatypes
typedef NS_OPTIONS(NSUInteger, WKAudiovisualMediaTypes) {
  WKAudiovisualMediaTypeNone = 0,
  WKAudiovisualMediaTypeAudio = 1 << 0,
  WKAudiovisualMediaTypeVideo = 1 << 1,
  WKAudiovisualMediaTypeAll = ~0UL
};

// https://developer.apple.com/documentation/webkit/wkwebviewconfiguration
NS_SWIFT_UI_ACTOR @interface WKWebViewConfiguration : NSObject <NSSecureCoding, NSCopying>
@property(strong) WKPreferences *preferences;
@property(strong) WKUserContentController *userContentController;
@property(strong) WKWebsiteDataStore *websiteDataStore;
@property(null_resettable, copy) WKWebpagePreferences *defaultWebpagePreferences;
@property(nullable, copy) NSString *applicationNameForUserAgent;
@property WKAudiovisualMediaTypes mediaTypesRequiringUserActionForPlayback;
@property BOOL allowsInlineMediaPlayback API_IOS(8.0);
- (void)setURLSchemeHandler:(nullable id<WKURLSchemeHandler>)urlSchemeHandler forURLScheme:(NSString *)urlScheme;
- (nullable id<WKURLSchemeHandler>)urlSchemeHandlerForURLScheme:(NSString *)urlScheme;
@end

// https://developer.apple.com/documentation/webkit/wksnapshotconfiguration
NS_SWIFT_UI_ACTOR @interface WKSnapshotConfiguration : NSObject <NSCopying>
@property CGRect rect;
@property(nullable, copy) NSNumber *snapshotWidth;
@end

// https://developer.apple.com/documentation/webkit/wkwindowfeatures
NS_SWIFT_UI_ACTOR @interface WKWindowFeatures : NSObject
@property(nullable, readonly) NSNumber *width;
@property(nullable, readonly) NSNumber *height;
@end

// https://developer.apple.com/documentation/webkit/wkerror-swift.struct
extern NSString *const WKErrorDomain;
typedef NS_ERROR_ENUM(WKErrorCode, WKErrorDomain) {
  WKErrorUnknown = 1,
  WKErrorWebContentProcessTerminated = 2,
  WKErrorWebViewInvalidated = 3,
  WKErrorJavaScriptExceptionOccurred = 4,
  WKErrorJavaScriptResultTypeIsUnsupported = 5
} NS_SWIFT_NAME(WKError);

#pragma clang assume_nonnull end
