/// Hears of navigations and decides about them. Every method may be left out, as on Apple's platforms.
///
/// The decisions have an asynchronous form each; WebKit calls the form with a handler, which is built on the other where
/// the app leaves it out. About a navigation it asks with preferences, and without them if the app leaves both such forms
/// out.
@preconcurrency @MainActor
public protocol WKNavigationDelegate: NSObjectProtocol {
  /// Decides about a navigation before it starts. Left out: it is allowed.
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void)
  /// Decides about a navigation before it starts.
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
  ) async -> WKNavigationActionPolicy
  /// Decides about a navigation before it starts, and about what its page may do.
  ///
  /// - Parameter preferences: a copy of the configuration's, for the handler to take as it is or changed. They have an
  ///   effect on the main frame's page, and on the frames in it.
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences,
    decisionHandler: @escaping @MainActor (WKNavigationActionPolicy, WKWebpagePreferences) -> Void)
  /// Decides about a navigation before it starts, and about what its page may do.
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences
  ) async -> (WKNavigationActionPolicy, WKWebpagePreferences)
  /// Decides about a response before it is shown. Left out: it is allowed if WebKit can show it.
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
    decisionHandler: @escaping @MainActor (WKNavigationResponsePolicy) -> Void)
  /// Decides about a response before it is shown.
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
  ) async -> WKNavigationResponsePolicy
  /// The main frame starts to load.
  func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!)
  /// The main frame's request was redirected.
  func webView(_ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!)
  /// The main frame's new page is there; what it holds is still to come.
  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!)
  /// The main frame is loaded.
  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)
  /// The main frame's page broke off.
  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error)
  /// The main frame could not be loaded.
  func webView(_ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error)
  /// A navigation became a download, as the delegate decided. Left out: nothing is downloaded.
  func webView(_ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload)
  /// A response became a download, as the delegate decided. Left out: nothing is downloaded.
  func webView(_ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload)
  /// A server asks who the user is. Left out: it gets no answer, and the page is what it sends then.
  ///
  /// A handler that is let go without a call cancels the challenge, and with it the load. `failureResponse` is nil on
  /// Linux; server trust, client certificates and proxies are not asked about.
  func webView(
    _ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @MainActor (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
  /// A server asks who the user is.
  func webView(
    _ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)
  /// The process that shows the page is gone; the page is blank until it is loaded again.
  func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
}
