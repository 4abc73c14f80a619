import CWebKitGTK

/// The features that WebKit offers to pages, for the web views that use these preferences. Changes take effect at once.
@preconcurrency @MainActor
open class WKPreferences: NSObject {
  /// The smallest size in which text is shown, in points.
  open var minimumFontSize: CGFloat = 0 { didSet { didChange() } }
  /// Whether a page's script may open windows without a gesture of the user. False, as on Apple's iOS.
  open var javaScriptCanOpenWindowsAutomatically = false { didSet { didChange() } }
  /// Whether scripts of pages run. The app's own scripts always run. Apple has deprecated the property in favor of
  /// ``WKWebpagePreferences/allowsContentJavaScript``: a page's scripts run only if both are true.
  open var javaScriptEnabled = true { didSet { didChange() } }
  /// Whether a page may show an element in full screen.
  open var isElementFullscreenEnabled = false { didSet { didChange() } }
  /// Whether WebKit deviates from web standards for specific websites that depend on the deviation.
  open var isSiteSpecificQuirksModeEnabled = true { didSet { didChange() } }
  /// Whether a printed page includes backgrounds. False by default.
  open var shouldPrintBackgrounds = false { didSet { didChange() } }

  private var widgets = WeakList<WebViewWidget>()

  /// Creates preferences with WebKit's defaults.
  public override init() {}

  /// Applies the preferences to a web view's widget, now and after every change. Does not retain the widget.
  func attach(_ widget: WebViewWidget) {
    widgets.add(widget)
    apply(to: widget)
  }

  private func didChange() {
    for widget in widgets { apply(to: widget) }
    GLibPump.shared.wake()
  }

  private func apply(to widget: WebViewWidget) {
    let settings = widget.settings
    widget.isJavaScriptEnabled = javaScriptEnabled
    webkit_settings_set_minimum_font_size(settings, guint32(max(0, minimumFontSize)))
    webkit_settings_set_javascript_can_open_windows_automatically(
      settings, javaScriptCanOpenWindowsAutomatically ? 1 : 0)
    webkit_settings_set_enable_fullscreen(settings, isElementFullscreenEnabled ? 1 : 0)
    webkit_settings_set_enable_site_specific_quirks(settings, isSiteSpecificQuirksModeEnabled ? 1 : 0)
    webkit_settings_set_print_backgrounds(settings, shouldPrintBackgrounds ? 1 : 0)
  }
}
