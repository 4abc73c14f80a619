import WebKit

/// Makes web views that speak the bridge.
@MainActor public enum BridgeWebViewConfigurator {
  /// Connects a web view with a host. To be called before the page is loaded.
  public static func configure(_ webView: WKWebView, host: BridgeHost) {
    host.attach(webView)
  }

  /// A web view that is connected with a host.
  public static func makeWebView(host: BridgeHost) -> WKWebView {
    let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    configure(webView, host: host)
    return webView
  }
}
