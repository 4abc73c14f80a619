#pragma once
#include "WKDelegates.h"

#pragma clang assume_nonnull begin

// https://developer.apple.com/documentation/webkit/wkwebview
NS_SWIFT_UI_ACTOR @interface WKWebView : WK_VIEW
@property(readonly, copy) WKWebViewConfiguration *configuration;
@property(nullable, weak) id<WKNavigationDelegate> navigationDelegate;
@property(nullable, weak) id<WKUIDelegate> UIDelegate;
- (instancetype)initWithFrame:(CGRect)frame
                configuration:(WKWebViewConfiguration *)configuration NS_DESIGNATED_INITIALIZER;
// https://developer.apple.com/documentation/webkit/wkwebview/handlesurlscheme(_:)
+ (BOOL)handlesURLScheme:(NSString *)urlScheme;
- (nullable WKNavigation *)loadRequest:(NSURLRequest *)request;
- (nullable WKNavigation *)loadFileURL:(NSURL *)URL
               allowingReadAccessToURL:(NSURL *)readAccessURL;
- (nullable WKNavigation *)loadHTMLString:(NSString *)string
                                  baseURL:(nullable NSURL *)baseURL;
@property(nullable, readonly, copy) NSString *title;
@property(nullable, readonly, copy) NSURL *URL;
@property(readonly, getter=isLoading) BOOL loading;
@property(readonly) double estimatedProgress;
@property(readonly) BOOL canGoBack;
@property(readonly) BOOL canGoForward;
- (nullable WKNavigation *)goBack;
- (nullable WKNavigation *)goForward;
- (nullable WKNavigation *)reload;
- (void)stopLoading;
- (void)evaluateJavaScript:(NSString *)javaScriptString
         completionHandler:(nullable NS_SWIFT_UI_ACTOR void (^)(id _Nullable, NSError *_Nullable error))completionHandler;
- (void)takeSnapshotWithConfiguration:(nullable WKSnapshotConfiguration *)snapshotConfiguration
                    completionHandler:(NS_SWIFT_UI_ACTOR void (^)(WK_IMAGE *_Nullable snapshotImage,
                                                                  NSError *_Nullable error))completionHandler
    NS_SWIFT_ASYNC_NAME(takeSnapshot(configuration:));
@property(getter=isInspectable) BOOL inspectable API_AVAILABLE(13.3, 16.4);
@property(nullable, copy) NSString *customUserAgent;
@end

#pragma clang assume_nonnull end
