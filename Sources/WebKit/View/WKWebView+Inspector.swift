import CWebKitGTK

/// WebKit's own inspector. Apple's API has no counterpart, because Safari shows the inspector there.
extension WKWebView {
  /// Whether the inspector is open.
  package var isInspectorShown: Bool { webkit_web_inspector_get_web_view(inspector) != nil }

  /// Opens the inspector, or closes it if it is open. The web view must be inspectable.
  package func toggleInspector() {
    if isInspectorShown {
      webkit_web_inspector_close(inspector)
    } else {
      webkit_web_inspector_show(inspector)
    }
  }

  private var inspector: OpaquePointer? { webkit_web_view_get_inspector(engine) }
}
