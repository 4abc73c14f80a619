import CWebKitGTK

/// What pages may do: by default, in a configuration, and of one navigation, where the navigation delegate decides.
@preconcurrency @MainActor
open class WKWebpagePreferences: NSObject {
  /// Whether scripts of pages run; the app's own scripts run in either case.
  open var allowsContentJavaScript = true

  /// WebKit's defaults.
  public override init() {}

  /// Preferences of their own, for a delegate to change.
  func snapshot() -> WKWebpagePreferences {
    let copy = WKWebpagePreferences()
    copy.allowsContentJavaScript = allowsContentJavaScript
    return copy
  }

  /// Tells the engine.
  func apply(to settings: OpaquePointer) {
    webkit_settings_set_enable_javascript_markup(settings, allowsContentJavaScript ? 1 : 0)
  }
}
