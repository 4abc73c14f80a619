import WebKit

/// Functions that connect web views to a ``BridgeHost``.
@MainActor public enum BridgeWebViewConfigurator {
  /// Connects a web view to a host. Call this method before the web view loads its page.
  public static func configure(_ webView: WKWebView, host: BridgeHost) {
    host.attach(webView)
  }

  /// Makes a web view that is connected to a host.
  public static func makeWebView(host: BridgeHost) -> WKWebView {
    let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    configure(webView, host: host)
    return webView
  }
}
