// https://developer.apple.com/documentation/appkit
#pragma once
#include "../Common/Foundation/Foundation.h"

#pragma clang assume_nonnull begin

@class NSWindow;

// https://developer.apple.com/documentation/appkit/nsresponder
NS_SWIFT_UI_ACTOR @interface NSResponder : NSObject <NSCoding>
- (instancetype)init NS_DESIGNATED_INITIALIZER;
@end

// https://developer.apple.com/documentation/appkit/nsview
NS_SWIFT_UI_ACTOR @interface NSView : NSResponder
- (instancetype)initWithFrame:(CGRect)frameRect NS_DESIGNATED_INITIALIZER;
@property CGRect frame;
@property CGRect bounds;
@property(nullable, readonly, assign) NSWindow *window;
- (void)addSubview:(NSView *)view;
@end

// https://developer.apple.com/documentation/appkit/nscontrol
NS_SWIFT_UI_ACTOR @interface NSControl : NSView
@property(getter=isEnabled) BOOL enabled;
@end

// https://developer.apple.com/documentation/appkit/nsbutton
NS_SWIFT_UI_ACTOR @interface NSButton : NSControl
@end

// https://developer.apple.com/documentation/appkit/nsimage
@interface NSImage : NSObject <NSCopying>
- (nullable instancetype)initWithData:(NSData *)data;
@property CGSize size;
@property(nullable, readonly, copy) NSData *TIFFRepresentation;
@end

// https://developer.apple.com/documentation/appkit/nsappearance
typedef NSString *NSAppearanceName NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(NSAppearance.Name);
extern NSAppearanceName const NSAppearanceNameAqua;
extern NSAppearanceName const NSAppearanceNameDarkAqua;
@interface NSAppearance : NSObject
+ (nullable NSAppearance *)appearanceNamed:(NSAppearanceName)name;
@end

// https://developer.apple.com/documentation/appkit/nsviewcontroller
NS_SWIFT_UI_ACTOR @interface NSViewController : NSResponder
@property(strong) NSView *view;
@end

// https://developer.apple.com/documentation/appkit/nsapplication/modalresponse
typedef NSInteger NSModalResponse NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(NSApplication.ModalResponse);
static const NSModalResponse NSModalResponseOK = 1;
static const NSModalResponse NSModalResponseCancel = 0;
static const NSModalResponse NSAlertFirstButtonReturn = 1000;
static const NSModalResponse NSAlertSecondButtonReturn = 1001;
static const NSModalResponse NSAlertThirdButtonReturn = 1002;

// https://developer.apple.com/documentation/appkit/nswindow/stylemask-swift.struct
typedef NS_OPTIONS(NSUInteger, NSWindowStyleMask) {
  NSWindowStyleMaskBorderless = 0,
  NSWindowStyleMaskTitled = 1 << 0,
  NSWindowStyleMaskClosable = 1 << 1,
  NSWindowStyleMaskMiniaturizable = 1 << 2,
  NSWindowStyleMaskResizable = 1 << 3
} NS_SWIFT_NAME(NSWindow.StyleMask);

// https://developer.apple.com/documentation/appkit/nswindow/backingstoretype
typedef NS_ENUM(NSUInteger, NSBackingStoreType) {
  NSBackingStoreBuffered = 2
} NS_SWIFT_NAME(NSWindow.BackingStoreType);

// https://developer.apple.com/documentation/appkit/nswindowdelegate
NS_SWIFT_UI_ACTOR @protocol NSWindowDelegate <NSObject>
@optional
- (void)windowWillClose:(NSNotification *)notification;
@end

// https://developer.apple.com/documentation/appkit/nswindow
NS_SWIFT_UI_ACTOR @interface NSWindow : NSResponder
- (instancetype)initWithContentRect:(CGRect)contentRect
                          styleMask:(NSWindowStyleMask)style
                            backing:(NSBackingStoreType)backingStoreType
                              defer:(BOOL)flag NS_DESIGNATED_INITIALIZER;
+ (instancetype)windowWithContentViewController:(NSViewController *)contentViewController;
@property(nullable, weak) id<NSWindowDelegate> delegate;
@property(copy) NSString *title;
@property(getter=isReleasedWhenClosed) BOOL releasedWhenClosed;
@property NSWindowStyleMask styleMask;
@property(nullable, strong) NSAppearance *appearance;
@property(nullable, readonly, strong) NSWindow *sheetParent;
@property(nullable, strong) NSView *contentView;
- (void)beginSheet:(NSWindow *)sheetWindow
    completionHandler:(nullable void (^)(NSModalResponse returnCode))handler;
- (void)endSheet:(NSWindow *)sheetWindow;
- (void)endSheet:(NSWindow *)sheetWindow returnCode:(NSModalResponse)returnCode;
@property(readonly, getter=isVisible) BOOL visible;
- (void)close;
- (void)performClose:(nullable id)sender;
- (void)center;
- (void)makeKeyAndOrderFront:(nullable id)sender;
- (void)orderFront:(nullable id)sender;
- (void)orderOut:(nullable id)sender;
@end

// https://developer.apple.com/documentation/appkit/nspanel
NS_SWIFT_UI_ACTOR @interface NSPanel : NSWindow
@end

@class UTType;

// https://developer.apple.com/documentation/appkit/nssavepanel
NS_SWIFT_UI_ACTOR @interface NSSavePanel : NSPanel
@property(nullable, readonly, copy) NSURL *URL;
@property(null_resettable, copy) NSString *message;
- (void)beginWithCompletionHandler:(void (^)(NSModalResponse result))handler NS_SWIFT_NAME(begin(completionHandler:));
- (void)cancel:(nullable id)sender;
@end

// https://developer.apple.com/documentation/appkit/nsopenpanel
NS_SWIFT_UI_ACTOR @interface NSOpenPanel : NSSavePanel
@property(readonly, copy) NSArray<NSURL *> *URLs;
@end

// https://developer.apple.com/documentation/appkit/nsalert
NS_SWIFT_UI_ACTOR @interface NSAlert : NSObject
@property(copy) NSString *messageText;
@property(copy) NSString *informativeText;
@property(null_resettable, strong) NSImage *icon;
@property(readonly, strong) NSWindow *window;
- (NSButton *)addButtonWithTitle:(NSString *)title;
- (void)beginSheetModalForWindow:(NSWindow *)sheetWindow
               completionHandler:(nullable void (^)(NSModalResponse returnCode))handler;
@end

// https://developer.apple.com/documentation/appkit/nstext
NS_SWIFT_UI_ACTOR @interface NSText : NSView
- (void)copy:(nullable id)sender;
- (void)cut:(nullable id)sender;
- (void)paste:(nullable id)sender;
- (void)selectAll:(nullable id)sender;
@end

@class NSMenu;

// https://developer.apple.com/documentation/appkit/nsmenuitem
NS_SWIFT_UI_ACTOR @interface NSMenuItem : NSObject
- (instancetype)initWithTitle:(NSString *)string
                       action:(nullable SEL)selector
                keyEquivalent:(NSString *)charCode NS_DESIGNATED_INITIALIZER;
@property(nullable, strong) NSMenu *submenu;
@end

// https://developer.apple.com/documentation/appkit/nsmenu
NS_SWIFT_UI_ACTOR @interface NSMenu : NSObject
- (instancetype)initWithTitle:(NSString *)title NS_DESIGNATED_INITIALIZER;
@property(copy) NSString *title;
- (void)addItem:(NSMenuItem *)newItem NS_SWIFT_NAME(addItem(_:));
- (NSMenuItem *)addItemWithTitle:(NSString *)string
                          action:(nullable SEL)selector
                   keyEquivalent:(NSString *)charCode;
@end

// https://developer.apple.com/documentation/appkit/nsapplication/activationpolicy-swift.enum
typedef NS_ENUM(NSInteger, NSApplicationActivationPolicy) {
  NSApplicationActivationPolicyRegular,
  NSApplicationActivationPolicyAccessory,
  NSApplicationActivationPolicyProhibited
} NS_SWIFT_NAME(NSApplication.ActivationPolicy);

// https://developer.apple.com/documentation/appkit/nsapplication/terminatereply
typedef NS_ENUM(NSUInteger, NSApplicationTerminateReply) {
  NSTerminateCancel = 0,
  NSTerminateNow = 1,
  NSTerminateLater = 2
} NS_SWIFT_NAME(NSApplication.TerminateReply);

@class NSApplication;

// https://developer.apple.com/documentation/appkit/nsapplicationdelegate
NS_SWIFT_UI_ACTOR @protocol NSApplicationDelegate <NSObject>
@optional
- (NSApplicationTerminateReply)applicationShouldTerminate:(NSApplication *)sender;
@end

// https://developer.apple.com/documentation/appkit/nsapplication
NS_SWIFT_UI_ACTOR @interface NSApplication : NSResponder
@property(class, readonly, strong) NSApplication *sharedApplication;
@property(nullable, weak) id<NSApplicationDelegate> delegate;
@property(nullable, readonly, assign) NSWindow *mainWindow;
@property(nullable, readonly, assign) NSWindow *keyWindow;
@property(readonly, copy) NSArray<NSWindow *> *windows;
@property(nullable, strong) NSMenu *mainMenu;
- (BOOL)setActivationPolicy:(NSApplicationActivationPolicy)activationPolicy;
- (void)activate API_MACOS(14.0);
- (void)activateIgnoringOtherApps:(BOOL)flag NS_SWIFT_NAME(activate(ignoringOtherApps:));
- (void)terminate:(nullable id)sender;
- (void)run;
@end
extern NSNotificationName const NSApplicationDidBecomeActiveNotification
    NS_SWIFT_NAME(NSApplication.didBecomeActiveNotification);

#pragma clang assume_nonnull end
