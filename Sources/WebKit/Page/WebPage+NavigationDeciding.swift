extension WebPage {
  /// What starts a navigation.
  ///
  /// Apple's `source`, `shouldPerformDownload` and `buttonNumber` are absent: WebKitGTK does not tell them.
  @MainActor
  public struct NavigationAction {
    private let wrapped: WKNavigationAction

    init(_ action: WKNavigationAction) {
      wrapped = action
    }

    /// The frame that navigates; nil for a new window. WebKitGTK does not say which frame it is.
    public var target: WKNavigationTarget? { wrapped.targetFrame }
    /// What made the page navigate.
    public var navigationType: WKNavigationType { wrapped.navigationType }
    /// The request: URL, method and header fields; a body is not shown.
    public var request: URLRequest { wrapped.request }
  }

  /// The answer to a navigation's request.
  @MainActor
  public struct NavigationResponse {
    private let wrapped: WKNavigationResponse

    init(_ response: WKNavigationResponse) {
      wrapped = response
    }

    /// The response; an `HTTPURLResponse` where there is a status.
    public var response: URLResponse { wrapped.response }
    /// Whether WebKit can show it.
    public var canShowMimeType: Bool { wrapped.canShowMIMEType }
  }

  /// Decides about the navigations of a page. Every method may be left out.
  public protocol NavigationDeciding {
    /// Decides about a navigation before it starts, and about what its page may do. Left out: it is allowed.
    ///
    /// - Parameter preferences: those of the configuration, to be taken as they are or changed.
    @MainActor
    mutating func decidePolicy(
      for action: NavigationAction, preferences: inout NavigationPreferences
    ) async -> WKNavigationActionPolicy

    /// Decides about a response before it is shown. Left out: it is allowed.
    @MainActor
    mutating func decidePolicy(for response: NavigationResponse) async -> WKNavigationResponsePolicy

    /// Answers a server that asks who the user is. Left out: it gets no credential, and the page is what it sends then.
    @MainActor
    mutating func decideAuthenticationChallengeDisposition(
      for challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)
  }
}

extension WebPage.NavigationDeciding {
  /// The navigation is allowed.
  @MainActor
  public func decidePolicy(
    for action: WebPage.NavigationAction, preferences: inout WebPage.NavigationPreferences
  ) async -> WKNavigationActionPolicy { .allow }

  /// The response is allowed.
  @MainActor
  public func decidePolicy(for response: WebPage.NavigationResponse) async -> WKNavigationResponsePolicy { .allow }

  /// No credential is sent.
  @MainActor
  public func decideAuthenticationChallengeDisposition(
    for challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) { (.performDefaultHandling, nil) }
}

/// What a page does whose app gives it no decider.
struct DefaultDecisions: WebPage.NavigationDeciding {}

/// Tells a page's sequences of its navigations, and asks the decider about them.
@MainActor
final class PageNavigationDelegate: NSObject, WKNavigationDelegate {
  private let sequences: NavigationSequences
  /// Asked as a copy, which then takes its place: a second decision may be wanted while the first is awaited, and Swift does
  /// not let two change one value. Of a structure's changes those of the later end stay.
  private var decider: any WebPage.NavigationDeciding

  init(_ sequences: NavigationSequences, _ decider: any WebPage.NavigationDeciding) {
    self.sequences = sequences
    self.decider = decider
  }

  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences
  ) async -> (WKNavigationActionPolicy, WKWebpagePreferences) {
    var asked = decider
    var decided = WebPage.NavigationPreferences(preferences)
    let policy = await asked.decidePolicy(for: WebPage.NavigationAction(navigationAction), preferences: &decided)
    decider = asked
    return (policy, decided.webpagePreferences)
  }

  func webView(
    _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
  ) async -> WKNavigationResponsePolicy {
    var asked = decider
    let policy = await asked.decidePolicy(for: WebPage.NavigationResponse(navigationResponse))
    decider = asked
    return policy
  }

  func webView(
    _ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    var asked = decider
    let answer = await asked.decideAuthenticationChallengeDisposition(for: challenge)
    decider = asked
    return answer
  }

  func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
    sequences.didReach(.startedProvisionalNavigation, navigation)
  }

  func webView(_ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!) {
    sequences.didReach(.receivedServerRedirect, navigation)
  }

  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
    sequences.didReach(.committed, navigation)
  }

  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
    sequences.didReach(.finished, navigation)
  }

  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
    sequences.didFail(error, navigation)
  }

  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
  ) {
    sequences.didFail(WebPage.NavigationError.failedProvisionalNavigation(error), navigation)
  }

  func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
    sequences.processDidTerminate()
  }
}
