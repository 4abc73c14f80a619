/// What becomes of a navigation.
public enum WKNavigationActionPolicy: Int, Sendable {
  /// It does not take place.
  case cancel = 0
  /// It takes place.
  case allow = 1
}

/// What becomes of a response.
public enum WKNavigationResponsePolicy: Int, Sendable {
  /// The navigation ends.
  case cancel = 0
  /// The response is shown.
  case allow = 1
}

/// Hears of navigations and decides about them. Every method may be left out.
@MainActor public protocol WKNavigationDelegate: AnyObject {
  /// Decides about a navigation before it starts. Left out: it is allowed.
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void)
  /// Decides about a response before it is shown. Left out: it is shown if WebKit can show it.
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
    decisionHandler: @escaping @MainActor (WKNavigationResponsePolicy) -> Void)
  /// The main frame starts to load.
  func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!)
  /// The main frame's request was redirected.
  func webView(_ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!)
  /// The main frame could not be loaded.
  func webView(_ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error)
  /// The main frame's new page begins to be there.
  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!)
  /// The main frame is loaded.
  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)
  /// The main frame's page broke off.
  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error)
  /// The process that shows the page is gone; the page is blank until it is loaded again.
  func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
}

extension WKNavigationDelegate {
  /// It is allowed.
  public func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
  ) { decisionHandler(.allow) }
  /// It is shown if WebKit can show it.
  public func webView(
    _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
    decisionHandler: @escaping @MainActor (WKNavigationResponsePolicy) -> Void
  ) { decisionHandler(navigationResponse.canShowMIMEType ? .allow : .cancel) }
  /// Nothing.
  public func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {}
  /// Nothing.
  public func webView(_ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!) {
  }
  /// Nothing.
  public func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
  ) {}
  /// Nothing.
  public func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {}
  /// Nothing.
  public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {}
  /// Nothing.
  public func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {}
  /// Nothing; the page stays blank.
  public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {}
}

/// What starts a navigation.
@MainActor open class WKNavigationAction: NSObject {
  /// The request.
  public let request: URLRequest

  init(request: URLRequest) {
    self.request = request
  }
}

/// The answer to a navigation's request.
@MainActor open class WKNavigationResponse: NSObject {
  /// Whether it is for the main frame.
  public let isForMainFrame: Bool
  /// The response; an `HTTPURLResponse` where HTTP was spoken.
  public let response: URLResponse
  /// Whether WebKit can show it.
  public let canShowMIMEType: Bool

  init(isForMainFrame: Bool, response: URLResponse, canShowMIMEType: Bool) {
    self.isForMainFrame = isForMainFrame
    self.response = response
    self.canShowMIMEType = canShowMIMEType
  }
}
