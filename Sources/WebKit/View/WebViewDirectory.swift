import CWebKitGTK

/// The directory in which the web view of a WebKitGTK widget is found.
@MainActor
enum WebViewDirectory {
  private struct Entry {
    weak var widget: WebViewWidget?
  }

  private static var entries: [UnsafeMutablePointer<WebKitWebView>: Entry] = [:]
  private static var pointers: [ObjectIdentifier: UnsafeMutablePointer<WebKitWebView>] = [:]

  static func add(_ widget: WebViewWidget) {
    entries[widget.engine] = Entry(widget: widget)
    pointers[ObjectIdentifier(widget)] = widget.engine
  }

  static func remove(_ widget: WebViewWidget) {
    guard let pointer = pointers.removeValue(forKey: ObjectIdentifier(widget)) else { return }
    entries[pointer] = nil
  }

  /// Returns the web view of a widget; nil if the web view is gone.
  static func webView(of engine: UnsafeMutablePointer<WebKitWebView>?) -> WKWebView? {
    engine.flatMap { entries[$0]?.widget?.webView }
  }
}
