import CWebKitGTK

/// What pages may do.
@MainActor
open class WKWebpagePreferences: NSObject {
  /// Whether scripts of pages run; the app's own scripts run in either case. A change takes effect for the next page of
  /// the web views that use these preferences: WebKitGTK cannot decide it for one navigation.
  open var allowsContentJavaScript = true {
    didSet {
      for widget in widgets { apply(to: widget.settings) }
      GLibPump.shared.wake()
    }
  }

  private var widgets = WeakList<WebViewWidget>()

  /// WebKit's defaults.
  public override init() {}

  /// Tells a web view's widget, now and after every change; it is not kept alive.
  func attach(_ widget: WebViewWidget) {
    widgets.add(widget)
    apply(to: widget.settings)
  }

  private func apply(to settings: OpaquePointer) {
    webkit_settings_set_enable_javascript_markup(settings, allowsContentJavaScript ? 1 : 0)
  }
}
