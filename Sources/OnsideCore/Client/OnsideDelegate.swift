#if canImport(UIKit)
import UIKit
#endif

/// What the app decides about the SDK's screens.
@MainActor public protocol OnsideDelegate: AnyObject {
  #if canImport(UIKit)
  /// In which scene a screen is shown. Left out: the one in the foreground.
  func onside(hostWindowSceneForScreen screen: OnsideScreen) -> UIWindowScene?
  #endif
  /// How a screen looks, if not as `OnsideAppearance` says. Left out: as that says.
  func onside(uiThemeOverrideForScreen screen: OnsideScreen) -> OnsideUIThemeMode?
  /// Whether the login offers only e-mail and telephone. Left out: no.
  func onsideShouldForceLocalLoginMethods() -> Bool
  /// The country that is assumed while the system's is not known, ISO 3166-1 alpha-2. Left out: none.
  func onsideDefaultCountryCodeAssumption() -> String?
}

extension OnsideDelegate {
  #if canImport(UIKit)
  /// The one in the foreground.
  public func onside(hostWindowSceneForScreen screen: OnsideScreen) -> UIWindowScene? { nil }
  #endif
  /// None.
  public func onside(uiThemeOverrideForScreen screen: OnsideScreen) -> OnsideUIThemeMode? { nil }
  /// No.
  public func onsideShouldForceLocalLoginMethods() -> Bool { false }
  /// None.
  public func onsideDefaultCountryCodeAssumption() -> String? { nil }
}
