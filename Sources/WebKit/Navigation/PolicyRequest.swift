import CWebKitGTK

/// WebKitGTK's request for a decision of the navigation delegate: about a navigation, a new window or a response.
///
/// The handler that the delegate gets retains the request. The request holds the web view weakly, so that a delegate
/// that keeps its handler does not keep the web view alive.
@MainActor
final class PolicyRequest {
  private weak var webView: WKWebView?
  private let decision: PolicyDecision

  private init(_ decision: UnsafeMutablePointer<WebKitPolicyDecision>, _ webView: WKWebView) {
    self.webView = webView
    self.decision = PolicyDecision(decision)
  }

  /// Connects WebKitGTK's signal. The connection does not retain the web view.
  static func connect(to webView: WKWebView) -> SignalConnection {
    let decidePolicy:
      @convention(c) (gpointer, UnsafeMutablePointer<WebKitPolicyDecision>, WebKitPolicyDecisionType, gpointer) ->
        gboolean = { _, decision, type, data in
          WeakWebView.with(data) { PolicyRequest(decision, $0).decide(type, in: $0) } == true ? 1 : 0
        }
    return webView.widget.connect(
      "decide-policy", box: WeakWebView(webView), unsafeBitCast(decidePolicy, to: GCallback.self))
  }

  /// Asks the delegate for a decision.
  ///
  /// - Returns: whether the delegate or this method decides, now or later; if false, the engine decides.
  private func decide(_ type: WebKitPolicyDecisionType, in webView: WKWebView) -> Bool {
    switch type {
    case WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION:
      guard let delegate = webView.navigationDelegate else { break }
      guard let action = decision.navigationAction(isForNewWindow: true) else {
        if decision.actionURL.isEmpty { break }
        return refuseUnreadable()
      }
      let preferences = webView.configuration.defaultWebpagePreferences.snapshot()
      delegate.webView(webView, decidePolicyFor: action, preferences: preferences) { policy, _ in
        self.decide(policy, onNewWindow: action)
      }
      return true
    case WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION:
      guard let action = decision.navigationAction(isForNewWindow: false) else {
        if decision.actionURL.isEmpty || webView.navigationDelegate == nil { break }
        return refuseUnreadable()
      }
      askDelegate(about: action, in: webView)
      return true
    case WEBKIT_POLICY_DECISION_TYPE_RESPONSE:
      guard let response = decision.navigationResponse else { break }
      askDelegate(about: response, in: webView)
      return true
    default: break
    }
    decision.leaveToEngine()
    return false
  }

  /// Refuses a URL that WebKit accepts and Foundation does not, because the delegate cannot be asked about it.
  private func refuseUnreadable() -> Bool {
    decision.decide(false)
    return true
  }

  private func decide(_ policy: WKNavigationActionPolicy, onNewWindow action: WKNavigationAction) {
    if policy == .download, let webView { return webView.downloads.begin(decision, action, in: webView) }
    if policy == .allow { webView?.downloads.latestAction = (decision.actionURL, action) }
    decision.decide(policy == .allow)
  }

  // MARK: Navigations

  private func askDelegate(about action: WKNavigationAction, in webView: WKWebView) {
    let navigations = webView.navigations
    let navigation = navigations.announce(url: action.request.url)
    if let navigation {
      decision.didRefuse = { [weak navigations] in navigations?.withdraw(navigation) }
    }
    let isLocal = navigations.isRequestLocal
    let preferences = webView.configuration.defaultWebpagePreferences.snapshot()
    // The delegate has already allowed a navigation that was interrupted and is now resumed.
    let isResuming = navigation != nil && navigations.isResuming
    guard let delegate = webView.navigationDelegate, !isResuming else {
      return decide(.allow, preferences, on: action, navigation, isLocal: isLocal)
    }
    delegate.webView(webView, decidePolicyFor: action, preferences: preferences) { policy, preferences in
      self.decide(policy, preferences, on: action, navigation, isLocal: isLocal)
    }
  }

  /// Carries out the delegate's decision about an action.
  ///
  /// - Parameters:
  ///   - navigation: the app's navigation; nil for a navigation of the page itself.
  ///   - isLocal: whether the page needs no response.
  private func decide(
    _ policy: WKNavigationActionPolicy, _ preferences: WKWebpagePreferences, on action: WKNavigationAction,
    _ navigation: WKNavigation?, isLocal: Bool
  ) {
    guard let webView, navigation?.isForgotten != true else { return decision.decide(false) }
    if policy == .download { return webView.downloads.begin(decision, action, in: webView) }
    guard policy == .allow else { return decision.decide(false) }
    allow(Allowance(action: action, preferences: preferences, navigation: navigation, isLocal: isLocal), in: webView)
  }

  /// A navigation that the delegate has allowed.
  @MainActor private struct Allowance {
    let action: WKNavigationAction
    let preferences: WKWebpagePreferences
    /// The app's navigation; nil for a navigation of the page itself.
    let navigation: WKNavigation?
    /// Whether the page needs no response.
    let isLocal: Bool

    var url: URL? { action.request.url }
  }

  private func allow(_ allowance: Allowance, in webView: WKWebView) {
    let navigation = allowance.navigation
    // Going back, going forward and reloading show a file to which the app navigated earlier, with the access that the
    // app granted then.
    let isGranted = navigation != nil || [.backForward, .reload].contains(allowance.action.navigationType)
    guard isGranted, let url = allowance.url, url.isFileURL else { return startInTurn(allowance, in: webView) }
    webView.fileAccess.prepare(for: url, navigation, in: webView) { outcome in
      guard let webView = self.webView else { return self.decision.decide(false) }
      if outcome == .ready { return self.startInTurn(allowance, in: webView) }
      // Runs after the call of the delegate, because the delegate must first learn why the navigation ended.
      defer { self.decision.decide(false) }
      guard let navigation, outcome == .refused else { return }
      // Notify the delegate here, because the engine treats a refusal as the app's own decision and reports nothing.
      let error = NSError(
        domain: NSURLErrorDomain, code: NSURLErrorNoPermissionsToReadFile, userInfo: [NSURLErrorFailingURLErrorKey: url]
      )
      webView.navigationDelegate?.webView(webView, didFailProvisionalNavigation: navigation, withError: error)
    }
  }

  /// Tells the engine to start a navigation, as soon as it is its turn.
  private func startInTurn(_ allowance: Allowance, in webView: WKWebView) {
    webView.configuration.websiteDataStore.session.starts.begin {
      guard let webView = self.webView else { return self.decision.decide(false) }
      self.start(allowance, in: webView)
    }
  }

  private func start(_ allowance: Allowance, in webView: WKWebView) {
    let (navigations, navigation) = (webView.navigations, allowance.navigation)
    // The app may have stopped loading while the navigation waited for its turn.
    guard navigation?.isForgotten != true else {
      webView.fileAccess.didFail(navigation, allowance.url, in: webView)
      return decision.decide(false)
    }
    navigations.allow(navigation)
    if navigation == nil, allowance.url?.absoluteString.hasPrefix("about:blank") == true { navigations.blank() }
    webView.downloads.latestAction = (decision.actionURL, allowance.action)
    webView.navigationPreferences.decide(allowance.url, allowance.preferences)
    // A local page has no response at which the setting could be applied, so apply it now.
    if navigation != nil, allowance.isLocal { webView.navigationPreferences.apply(allowance.url) }
    decision.decide(true)
  }

  // MARK: Responses

  private func askDelegate(about response: WKNavigationResponse, in webView: WKWebView) {
    guard let delegate = webView.navigationDelegate else { return decide(response.canShowMIMEType, on: response) }
    delegate.webView(webView, decidePolicyFor: response) { policy in
      if policy == .download, let webView = self.webView {
        return webView.downloads.begin(self.decision, response, in: webView)
      }
      self.decide(policy == .allow, on: response)
    }
  }

  private func decide(_ isAllowed: Bool, on response: WKNavigationResponse) {
    if isAllowed, response.isForMainFrame, let webView {
      webView.navigations.accept()
      webView.navigationPreferences.apply(response.response.url)
    }
    decision.decide(isAllowed)
  }
}
