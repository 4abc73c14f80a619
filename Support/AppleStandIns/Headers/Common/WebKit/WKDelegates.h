#pragma once
#include "WKTypes.h"

#pragma clang assume_nonnull begin

// https://developer.apple.com/documentation/webkit/wknavigationtype
typedef NS_ENUM(NSInteger, WKNavigationType) {
  WKNavigationTypeLinkActivated,
  WKNavigationTypeFormSubmitted,
  WKNavigationTypeBackForward,
  WKNavigationTypeReload,
  WKNavigationTypeFormResubmitted,
  WKNavigationTypeOther = -1
};

// https://developer.apple.com/documentation/webkit/wknavigationaction
NS_SWIFT_UI_ACTOR @interface WKNavigationAction : NSObject
@property(readonly, copy) WKFrameInfo *sourceFrame;
@property(nullable, readonly, copy) WKFrameInfo *targetFrame;
@property(readonly) WKNavigationType navigationType;
@property(readonly, copy) NSURLRequest *request;
@end

// https://developer.apple.com/documentation/webkit/wknavigationresponse
NS_SWIFT_UI_ACTOR @interface WKNavigationResponse : NSObject
@property(readonly, getter=isForMainFrame) BOOL forMainFrame;
@property(readonly, copy) NSURLResponse *response;
@property(readonly) BOOL canShowMIMEType;
@end

// https://developer.apple.com/documentation/webkit/wknavigationactionpolicy
typedef NS_ENUM(NSInteger, WKNavigationActionPolicy) {
  WKNavigationActionPolicyCancel,
  WKNavigationActionPolicyAllow,
  WKNavigationActionPolicyDownload
};

// https://developer.apple.com/documentation/webkit/wknavigationresponsepolicy
typedef NS_ENUM(NSInteger, WKNavigationResponsePolicy) {
  WKNavigationResponsePolicyCancel,
  WKNavigationResponsePolicyAllow,
  WKNavigationResponsePolicyDownload
};

// https://developer.apple.com/documentation/webkit/wknavigationdelegate
NS_SWIFT_UI_ACTOR @protocol WKNavigationDelegate <NSObject>
@optional
- (void)webView:(WKWebView *)webView
    decidePolicyForNavigationAction:(WKNavigationAction *)navigationAction
                    decisionHandler:(NS_SWIFT_UI_ACTOR void (^)(WKNavigationActionPolicy))decisionHandler
    __attribute__((swift_async(not_swift_private, 3)));
- (void)webView:(WKWebView *)webView
    decidePolicyForNavigationAction:(WKNavigationAction *)navigationAction
                        preferences:(WKWebpagePreferences *)preferences
                    decisionHandler:(NS_SWIFT_UI_ACTOR void (^)(WKNavigationActionPolicy, WKWebpagePreferences *))decisionHandler
    __attribute__((swift_async(not_swift_private, 4)));
- (void)webView:(WKWebView *)webView
    decidePolicyForNavigationResponse:(WKNavigationResponse *)navigationResponse
                      decisionHandler:(NS_SWIFT_UI_ACTOR void (^)(WKNavigationResponsePolicy))decisionHandler
    __attribute__((swift_async(not_swift_private, 3)));
- (void)webView:(WKWebView *)webView
    didStartProvisionalNavigation:(null_unspecified WKNavigation *)navigation;
- (void)webView:(WKWebView *)webView
    didReceiveServerRedirectForProvisionalNavigation:(null_unspecified WKNavigation *)navigation;
- (void)webView:(WKWebView *)webView
    didFailProvisionalNavigation:(null_unspecified WKNavigation *)navigation
                       withError:(NSError *)error;
- (void)webView:(WKWebView *)webView didCommitNavigation:(null_unspecified WKNavigation *)navigation;
- (void)webView:(WKWebView *)webView didFinishNavigation:(null_unspecified WKNavigation *)navigation;
- (void)webView:(WKWebView *)webView
    didFailNavigation:(null_unspecified WKNavigation *)navigation
            withError:(NSError *)error;
- (void)webView:(WKWebView *)webView
    didReceiveAuthenticationChallenge:(NSURLAuthenticationChallenge *)challenge
                    completionHandler:(NS_SWIFT_UI_ACTOR void (^)(NSURLSessionAuthChallengeDisposition disposition,
                                                                  NSURLCredential *_Nullable credential))completionHandler
    NS_SWIFT_ASYNC_NAME(webView(_:respondTo:));
- (void)webViewWebContentProcessDidTerminate:(WKWebView *)webView;
@end

// https://developer.apple.com/documentation/webkit/wkpermissiondecision
typedef NS_ENUM(NSInteger, WKPermissionDecision) {
  WKPermissionDecisionPrompt,
  WKPermissionDecisionGrant,
  WKPermissionDecisionDeny
};

// https://developer.apple.com/documentation/webkit/wkmediacapturetype
typedef NS_ENUM(NSInteger, WKMediaCaptureType) {
  WKMediaCaptureTypeCamera,
  WKMediaCaptureTypeMicrophone,
  WKMediaCaptureTypeCameraAndMicrophone
};

// https://developer.apple.com/documentation/webkit/wkopenpanelparameters
NS_SWIFT_UI_ACTOR API_AVAILABLE(10.12, 18.4) @interface WKOpenPanelParameters : NSObject
@property(readonly) BOOL allowsMultipleSelection;
@property(readonly) BOOL allowsDirectories;
@end

// https://developer.apple.com/documentation/webkit/wkuidelegate
NS_SWIFT_UI_ACTOR @protocol WKUIDelegate <NSObject>
@optional
- (nullable WKWebView *)webView:(WKWebView *)webView
    createWebViewWithConfiguration:(WKWebViewConfiguration *)configuration
               forNavigationAction:(WKNavigationAction *)navigationAction
                    windowFeatures:(WKWindowFeatures *)windowFeatures;
- (void)webViewDidClose:(WKWebView *)webView;
- (void)webView:(WKWebView *)webView
    runJavaScriptAlertPanelWithMessage:(NSString *)message
                      initiatedByFrame:(WKFrameInfo *)frame
                     completionHandler:(NS_SWIFT_UI_ACTOR void (^)(void))completionHandler;
- (void)webView:(WKWebView *)webView
    runJavaScriptConfirmPanelWithMessage:(NSString *)message
                        initiatedByFrame:(WKFrameInfo *)frame
                       completionHandler:(NS_SWIFT_UI_ACTOR void (^)(BOOL result))completionHandler;
- (void)webView:(WKWebView *)webView
    requestMediaCapturePermissionForOrigin:(WKSecurityOrigin *)origin
                          initiatedByFrame:(WKFrameInfo *)frame
                                      type:(WKMediaCaptureType)type
                           decisionHandler:(NS_SWIFT_UI_ACTOR void (^)(WKPermissionDecision decision))decisionHandler
    NS_SWIFT_ASYNC_NAME(webView(_:decideMediaCapturePermissionsFor:initiatedBy:type:)) API_AVAILABLE(12.0, 15.0);
- (void)webView:(WKWebView *)webView
    runOpenPanelWithParameters:(WKOpenPanelParameters *)parameters
              initiatedByFrame:(WKFrameInfo *)frame
             completionHandler:(NS_SWIFT_UI_ACTOR void (^)(NSArray<NSURL *> *_Nullable URLs))completionHandler
    API_AVAILABLE(10.12, 18.4);
@end

#pragma clang assume_nonnull end
