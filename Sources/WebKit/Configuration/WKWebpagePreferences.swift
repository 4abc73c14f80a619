import CWebKitGTK

/// The permissions of pages: the defaults in a configuration, or the permissions that the navigation delegate decides
/// for one navigation.
@preconcurrency @MainActor
open class WKWebpagePreferences: NSObject {
  /// Whether scripts of pages run. The app's own scripts always run.
  open var allowsContentJavaScript = true

  /// Creates preferences with WebKit's defaults.
  public override init() {}

  /// Returns a copy that a delegate can change.
  func snapshot() -> WKWebpagePreferences {
    let copy = WKWebpagePreferences()
    copy.allowsContentJavaScript = allowsContentJavaScript
    return copy
  }

  /// Applies the preferences to the engine's settings.
  func apply(to settings: OpaquePointer) {
    webkit_settings_set_enable_javascript_markup(settings, allowsContentJavaScript ? 1 : 0)
  }
}
