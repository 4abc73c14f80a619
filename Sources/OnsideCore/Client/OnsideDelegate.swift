#if canImport(UIKit)
import UIKit
#endif

/// The app's decisions about the SDK's screens.
@MainActor public protocol OnsideDelegate: AnyObject {
  #if canImport(UIKit)
  /// Returns the scene in which a screen is shown. The default implementation returns nil: the scene in the foreground.
  func onside(hostWindowSceneForScreen screen: OnsideScreen) -> UIWindowScene?
  #endif
  /// Returns the theme of a screen; nil for the theme of `OnsideAppearance`. The default implementation returns nil.
  func onside(uiThemeOverrideForScreen screen: OnsideScreen) -> OnsideUIThemeMode?
  /// Returns whether the login offers only e-mail and telephone. The default implementation returns false.
  func onsideShouldForceLocalLoginMethods() -> Bool
  /// Returns the country to assume if the system's region is not known, ISO 3166-1 alpha-2. The default implementation
  /// returns nil.
  func onsideDefaultCountryCodeAssumption() -> String?
}

extension OnsideDelegate {
  #if canImport(UIKit)
  /// Returns nil: the scene in the foreground.
  public func onside(hostWindowSceneForScreen screen: OnsideScreen) -> UIWindowScene? { nil }
  #endif
  /// Returns nil.
  public func onside(uiThemeOverrideForScreen screen: OnsideScreen) -> OnsideUIThemeMode? { nil }
  /// Returns false.
  public func onsideShouldForceLocalLoginMethods() -> Bool { false }
  /// Returns nil.
  public func onsideDefaultCountryCodeAssumption() -> String? { nil }
}
