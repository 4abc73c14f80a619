import CWebKitGTK

/// The object that the signals of a widget retain. It holds the web view weakly.
@MainActor
final class WeakWebView {
  private weak var webView: WKWebView?

  init(_ webView: WKWebView) {
    self.webView = webView
  }

  /// Calls a body with the web view that belongs to a signal's data; returns nil if the web view is gone.
  nonisolated static func with<Result: Sendable>(_ data: gpointer, _ body: @MainActor (WKWebView) -> Result) -> Result?
  {
    let box = Unmanaged<WeakWebView>.fromOpaque(data).takeUnretainedValue()
    // This is safe, because GLib calls signal handlers on the thread that runs its main context: the main thread.
    return MainActor.assumeIsolated { box.webView.map(body) }
  }
}
