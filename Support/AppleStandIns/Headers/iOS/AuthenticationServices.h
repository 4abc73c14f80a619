#import <Foundation/Foundation.h>
#import <UIKit.h>

#pragma clang assume_nonnull begin

// https://developer.apple.com/documentation/authenticationservices/aspresentationanchor
typedef UIWindow *ASPresentationAnchor;

// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/completionhandler
// It names no actor and is not sendable, so that a closure takes the isolation of where it stands.
typedef void (^ASWebAuthenticationSessionCompletionHandler)(NSURL *_Nullable callbackURL, NSError *_Nullable error);

@class ASWebAuthenticationSession;

// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationpresentationcontextproviding
NS_SWIFT_UI_ACTOR @protocol ASWebAuthenticationPresentationContextProviding <NSObject>
- (ASPresentationAnchor)presentationAnchorForWebAuthenticationSession:(ASWebAuthenticationSession *)session
    NS_SWIFT_NAME(presentationAnchor(for:));
@end

// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession
@interface ASWebAuthenticationSession : NSObject
- (instancetype)initWithURL:(NSURL *)URL
          callbackURLScheme:(nullable NSString *)callbackURLScheme
          completionHandler:(ASWebAuthenticationSessionCompletionHandler)completionHandler;
@property(weak, nullable) id<ASWebAuthenticationPresentationContextProviding> presentationContextProvider;
@property BOOL prefersEphemeralWebBrowserSession;
- (BOOL)start;
- (void)cancel;
@end

#pragma clang assume_nonnull end
