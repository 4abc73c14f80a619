#import <Foundation/Foundation.h>
#if __has_include(<AppKit.h>)
#import <AppKit.h>
#else
#import <UIKit.h>
#endif

#pragma clang assume_nonnull begin

// https://developer.apple.com/documentation/authenticationservices/aspresentationanchor
#if __has_include(<AppKit.h>)
typedef NSWindow *ASPresentationAnchor;
#else
typedef UIWindow *ASPresentationAnchor;
#endif

// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror-swift.struct
extern NSString *const ASWebAuthenticationSessionErrorDomain;
typedef NS_ERROR_ENUM(ASWebAuthenticationSessionErrorCode, ASWebAuthenticationSessionErrorDomain) {
  ASWebAuthenticationSessionErrorCodeCanceledLogin = 1,
  ASWebAuthenticationSessionErrorCodePresentationContextNotProvided = 2,
  ASWebAuthenticationSessionErrorCodePresentationContextInvalid = 3
};

// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/completionhandler
// The type names no actor and is not sendable, so a closure has the isolation of the code around the closure.
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
