import CWebKitGTK

extension WKWebView {
  /// The factor by which the page's layout is enlarged. 1 by default.
  public var pageZoom: CGFloat {
    get { CGFloat(webkit_web_view_get_zoom_level(engine)) }
    set { webkit_web_view_set_zoom_level(engine, Double(newValue)) }
  }

  /// Whether a swipe goes back and forward. False by default, as on Apple's platforms.
  public var allowsBackForwardNavigationGestures: Bool {
    get { webkit_settings_get_enable_back_forward_navigation_gestures(widget.settings) != 0 }
    set { webkit_settings_set_enable_back_forward_navigation_gestures(widget.settings, newValue ? 1 : 0) }
  }
}
