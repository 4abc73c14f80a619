/// The delegate that decides about navigations and is notified of them. Every method is optional, as on Apple's
/// platforms.
///
/// Each decision also has an asynchronous variant. WebKit calls the variant with a completion handler, whose default
/// implementation calls the asynchronous variant. For a navigation WebKit uses the variants with preferences. If the
/// app implements neither of them, WebKit uses the variants without preferences.
@preconcurrency @MainActor
public protocol WKNavigationDelegate: NSObjectProtocol {
  /// Decides about a navigation before it starts. By default the navigation is allowed.
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void)
  /// Decides about a navigation before it starts.
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
  ) async -> WKNavigationActionPolicy
  /// Decides about a navigation before it starts, and about the permissions of its page.
  ///
  /// - Parameter preferences: a copy of the configuration's preferences, which the delegate passes to the handler
  ///   unchanged or changed. They apply to the main frame's page, and to the frames in it.
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences,
    decisionHandler: @escaping @MainActor (WKNavigationActionPolicy, WKWebpagePreferences) -> Void)
  /// Decides about a navigation before it starts, and about the permissions of its page.
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences
  ) async -> (WKNavigationActionPolicy, WKWebpagePreferences)
  /// Decides about a response before WebKit shows it. By default the response is allowed if WebKit can show it.
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
    decisionHandler: @escaping @MainActor (WKNavigationResponsePolicy) -> Void)
  /// Decides about a response before WebKit shows it.
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
  ) async -> WKNavigationResponsePolicy
  /// Called when the main frame starts to load.
  func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!)
  /// Called when a server redirects the main frame's request.
  func webView(_ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!)
  /// Called when the main frame's new page is committed. WebKit may not yet have received all of the page's content.
  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!)
  /// Called when the main frame is loaded.
  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)
  /// Called when loading the main frame's page has failed after it was committed.
  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error)
  /// Called when the main frame's page could not be loaded.
  func webView(_ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error)
  /// Called when a navigation has become a download, as the delegate decided. By default the download is cancelled.
  func webView(_ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload)
  /// Called when a response has become a download, as the delegate decided. By default the download is cancelled.
  func webView(_ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload)
  /// Answers a server's request for credentials. By default no credential is sent, and the page shows the server's
  /// response.
  ///
  /// Releasing the handler without a call cancels the challenge, and with it the load. `failureResponse` is nil on
  /// Linux. WebKit does not call this method for server trust, client certificates and proxies.
  func webView(
    _ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @MainActor (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
  /// Answers a server's request for credentials.
  func webView(
    _ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)
  /// Called when the process that shows the page has terminated. The page is blank until it is loaded again.
  func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
}

/// The decision about a navigation.
public enum WKNavigationActionPolicy: Int, Sendable {
  /// Cancels the navigation.
  case cancel = 0
  /// Allows the navigation.
  case allow = 1
  /// Downloads the requested resource instead.
  case download = 2
}

/// The decision about a response.
public enum WKNavigationResponsePolicy: Int, Sendable {
  /// Cancels the navigation.
  case cancel = 0
  /// Shows the response.
  case allow = 1
  /// Downloads the response.
  case download = 2
}

/// An object that identifies one load of a page.
@preconcurrency @MainActor
open class WKNavigation: NSObject {
  /// The files that the page may read, if the app loads a file; nil otherwise.
  var fileScope: FileScope?
  /// Whether the app stopped loading before this navigation started.
  var isForgotten = false

  /// Creates an object that belongs to no load, for the app's tests.
  public override init() {}
}
