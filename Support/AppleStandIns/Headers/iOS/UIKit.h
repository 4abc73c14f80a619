// https://developer.apple.com/documentation/uikit
#pragma once
#include "../Common/Foundation/Foundation.h"

#pragma clang assume_nonnull begin

@class UIWindow, UIWindowScene;

// https://developer.apple.com/documentation/uikit/uiresponder
NS_SWIFT_UI_ACTOR @interface UIResponder : NSObject
@end

// https://developer.apple.com/documentation/uikit/uiview
NS_SWIFT_UI_ACTOR @interface UIView : UIResponder <NSCoding>
- (instancetype)initWithFrame:(CGRect)frame NS_DESIGNATED_INITIALIZER;
@property CGRect frame;
@property CGRect bounds;
@property(nullable, readonly) UIWindow *window;
- (void)addSubview:(UIView *)view;
@end

// https://developer.apple.com/documentation/uikit/uiimage
NS_SWIFT_SENDABLE @interface UIImage : NSObject
- (nullable instancetype)initWithData:(NSData *)data;
@property(readonly) CGSize size;
@end

// https://developer.apple.com/documentation/uikit/uiuserinterfacestyle
typedef NS_ENUM(NSInteger, UIUserInterfaceStyle) {
  UIUserInterfaceStyleUnspecified,
  UIUserInterfaceStyleLight,
  UIUserInterfaceStyleDark
};

// https://developer.apple.com/documentation/uikit/uikeyboardtype
typedef NS_ENUM(NSInteger, UIKeyboardType) {
  UIKeyboardTypeDefault,
  UIKeyboardTypeASCIICapable,
  UIKeyboardTypeNumbersAndPunctuation,
  UIKeyboardTypeURL,
  UIKeyboardTypeNumberPad,
  UIKeyboardTypePhonePad,
  UIKeyboardTypeNamePhonePad,
  UIKeyboardTypeEmailAddress
};

// https://developer.apple.com/documentation/uikit/uitextcontenttype
typedef NSString *UITextContentType NS_TYPED_ENUM;
extern UITextContentType const UITextContentTypeOneTimeCode;

// https://developer.apple.com/documentation/uikit/uiviewcontroller
NS_SWIFT_UI_ACTOR @interface UIViewController : UIResponder <NSCoding>
@property(nullable, nonatomic, strong) UIView *view;
@property(nullable, readonly) UIViewController *presentedViewController NS_SWIFT_NAME(presentedViewController);
@property(nullable, readonly) UIViewController *presentingViewController NS_SWIFT_NAME(presentingViewController);
@property(readonly, getter=isBeingPresented) BOOL beingPresented;
@property(readonly, getter=isBeingDismissed) BOOL beingDismissed;
@property UIUserInterfaceStyle overrideUserInterfaceStyle;
- (void)viewDidAppear:(BOOL)animated;
- (void)viewDidDisappear:(BOOL)animated;
- (void)presentViewController:(UIViewController *)viewControllerToPresent
                     animated:(BOOL)flag
                   completion:(nullable void (^)(void))completion
    NS_SWIFT_NAME(present(_:animated:completion:)) NS_SWIFT_DISABLE_ASYNC;
- (void)dismissViewControllerAnimated:(BOOL)flag
                           completion:(nullable void (^)(void))completion NS_SWIFT_DISABLE_ASYNC;
@end

// https://developer.apple.com/documentation/uikit/uiwindow
NS_SWIFT_UI_ACTOR @interface UIWindow : UIView
@property(readonly, getter=isKeyWindow) BOOL keyWindow;
@property(nullable, strong) UIViewController *rootViewController;
@end

// https://developer.apple.com/documentation/uikit/uiscene/activationstate-swift.enum
typedef NS_ENUM(NSInteger, UISceneActivationState) {
  UISceneActivationStateUnattached = -1,
  UISceneActivationStateForegroundActive,
  UISceneActivationStateForegroundInactive,
  UISceneActivationStateBackground
} NS_SWIFT_NAME(UIScene.ActivationState);

// https://developer.apple.com/documentation/uikit/uiscene
NS_SWIFT_UI_ACTOR @interface UIScene : UIResponder
@property(readonly) UISceneActivationState activationState;
@end
extern NSNotificationName const UISceneDidActivateNotification NS_SWIFT_NAME(UIScene.didActivateNotification);

// https://developer.apple.com/documentation/uikit/uiwindowscene
NS_SWIFT_UI_ACTOR @interface UIWindowScene : UIScene
@property(readonly) NSArray<UIWindow *> *windows;
@end

// https://developer.apple.com/documentation/uikit/uiapplication
NS_SWIFT_UI_ACTOR @interface UIApplication : UIResponder
@property(class, readonly) UIApplication *sharedApplication NS_SWIFT_NAME(shared);
@property(readonly) NSSet<UIScene *> *connectedScenes;
@end

#pragma clang assume_nonnull end
