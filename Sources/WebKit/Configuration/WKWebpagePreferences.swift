import CWebKitGTK

/// What pages may do.
@MainActor
open class WKWebpagePreferences: NSObject {
  /// Whether scripts of pages run; the app's own scripts run in either case. A web view takes it when it is made:
  /// WebKitGTK cannot decide it for one navigation.
  open var allowsContentJavaScript = true

  /// WebKit's defaults.
  public override init() {}

  /// Tells the engine.
  func apply(to settings: OpaquePointer) {
    webkit_settings_set_enable_javascript_markup(settings, allowsContentJavaScript ? 1 : 0)
  }
}
