import CWebKitGTK

/// What the signals of a widget retain: it does not keep the web view alive.
@MainActor
final class WeakWebView {
  private weak var webView: WKWebView?

  init(_ webView: WKWebView) {
    self.webView = webView
  }

  /// Calls a body with the web view behind a signal's data; nil if it is gone.
  nonisolated static func with<Result: Sendable>(_ data: gpointer, _ body: @MainActor (WKWebView) -> Result) -> Result?
  {
    let box = Unmanaged<WeakWebView>.fromOpaque(data).takeUnretainedValue()
    // GLib calls signal handlers on the thread that runs its main context: the main thread.
    return MainActor.assumeIsolated { box.webView.map(body) }
  }
}
