/// Hears of navigations and decides about them. Every method may be left out, as on Apple's platforms.
///
/// The decisions have an asynchronous form each; WebKit calls the form with a handler, which is built on the other where
/// the app leaves it out. About a navigation it asks with preferences, and without them if the app leaves both such forms
/// out.
@MainActor
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
  /// The process that shows the page is gone; the page is blank until it is loaded again.
  func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
}
