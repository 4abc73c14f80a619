import WebKit

/// Opens the windows that pages ask for, and keeps their web views until they are closed.
@MainActor final class Windows: NSObject, WKUIDelegate {
  /// The web views, in the order in which they were opened.
  var open: [WKWebView] = []
  /// What the pages asked for.
  var actions: [WKNavigationAction] = []
  /// How many windows were closed by their pages.
  var closed = 0
  /// Makes a web view; nil opens none.
  var make: (WKWebView, WKWebViewConfiguration, WKNavigationAction) -> WKWebView? = { _, configuration, _ in
    WKWebView(frame: CGRect(x: 0, y: 0, width: 400, height: 300), configuration: configuration)
  }

  func webView(
    _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
    for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
  ) -> WKWebView? {
    actions.append(navigationAction)
    guard let made = make(webView, configuration, navigationAction) else { return nil }
    made.uiDelegate = self
    open.append(made)
    return made
  }

  func webViewDidClose(_ webView: WKWebView) {
    closed += 1
    open.removeAll { $0 === webView }
  }
}
