import WebKit

/// A delegate that opens the windows that pages request, and retains their web views until the windows are closed.
@MainActor final class Windows: NSObject, WKUIDelegate {
  /// The web views, in the order in which they were opened.
  var open: [WKWebView] = []
  /// The actions with which the pages requested windows.
  var actions: [WKNavigationAction] = []
  /// The number of windows that were closed by their pages.
  var closed = 0
  /// The function that makes the web view of a new window. If it returns nil, no window opens.
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
