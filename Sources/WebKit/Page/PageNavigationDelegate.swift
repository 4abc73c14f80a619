/// The delegate that sends navigation events to a page's sequences, and asks the decider about navigations.
@MainActor
final class PageNavigationDelegate: NSObject, WKNavigationDelegate {
  private let sequences: NavigationSequences
  /// The decider. Each decision runs on a copy, which then replaces this value, because a second decision may be needed
  /// while the first is awaited, and Swift does not let two calls change one value. If the decider is a structure, the
  /// changes of the call that ends last remain.
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

/// The decider of a page whose app provides no decider. Uses the default implementations of the protocol.
struct DefaultDecisions: WebPage.NavigationDeciding {}
