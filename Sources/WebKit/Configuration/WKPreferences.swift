import CWebKitGTK

/// What WebKit offers to the pages of the web views that use these preferences.
///
/// A web view takes them when it is made; later changes do not reach it.
@MainActor
open class WKPreferences: NSObject {
  /// The smallest size in which text is shown, in points.
  open var minimumFontSize: CGFloat = 0
  /// Whether a page's script may open windows without a gesture of the user. False, as on Apple's iOS.
  open var javaScriptCanOpenWindowsAutomatically = false
  /// Whether a page may show an element in full screen.
  open var isElementFullscreenEnabled = false

  /// WebKit's defaults.
  public override init() {}

  /// Tells the engine.
  func apply(to settings: OpaquePointer) {
    webkit_settings_set_minimum_font_size(settings, guint32(max(0, minimumFontSize)))
    webkit_settings_set_javascript_can_open_windows_automatically(
      settings, javaScriptCanOpenWindowsAutomatically ? 1 : 0)
    webkit_settings_set_enable_fullscreen(settings, isElementFullscreenEnabled ? 1 : 0)
  }
}
