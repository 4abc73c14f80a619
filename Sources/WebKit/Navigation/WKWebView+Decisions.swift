import CWebKitGTK

/// The decisions of the navigation delegate.
extension WKWebView {
  /// Asks the delegate for a decision.
  ///
  /// - Returns: whether the delegate or this method decides, now or later; if false, the engine decides.
  func decidePolicy(_ decision: UnsafeMutablePointer<WebKitPolicyDecision>, _ type: WebKitPolicyDecisionType) -> Bool {
    let decision = PolicyDecision(decision)
    switch type {
    case WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION:
      guard let navigationDelegate else { break }
      guard let action = decision.navigationAction(isForNewWindow: true) else {
        if decision.actionURL.isEmpty { break }
        return refuseUnreadable(decision)
      }
      let preferences = configuration.defaultWebpagePreferences.snapshot()
      navigationDelegate.webView(self, decidePolicyFor: action, preferences: preferences) { [weak self] policy, _ in
        if policy == .download, let self { return self.download(decision, action) }
        if policy == .allow { self?.downloads.latestAction = (decision.actionURL, action) }
        decision.decide(policy == .allow)
      }
      return true
    case WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION:
      guard let action = decision.navigationAction(isForNewWindow: false) else {
        if decision.actionURL.isEmpty || navigationDelegate == nil { break }
        return refuseUnreadable(decision)
      }
      decide(decision, on: action)
      return true
    case WEBKIT_POLICY_DECISION_TYPE_RESPONSE:
      guard let response = decision.navigationResponse else { break }
      decide(decision, on: response)
      return true
    default: break
    }
    decision.leaveToEngine()
    return false
  }

  /// Refuses a URL that WebKit accepts and Foundation does not, because the delegate cannot be asked about it.
  private func refuseUnreadable(_ decision: PolicyDecision) -> Bool {
    decision.decide(false)
    return true
  }

  private func decide(_ decision: PolicyDecision, on action: WKNavigationAction) {
    let navigation = navigations.announce(url: action.request.url)
    if let navigation {
      decision.didRefuse = { [weak self] in self?.navigations.withdraw(navigation) }
    }
    let isLocal = navigations.isRequestLocal
    let decide: @MainActor (WKNavigationActionPolicy, WKWebpagePreferences) -> Void = {
      [weak self] policy, preferences in
      if self?.navigations.isForgotten(navigation) == true { return decision.decide(false) }
      if policy == .download, let self { return self.download(decision, action) }
      guard policy == .allow, let self else { return decision.decide(false) }
      self.downloads.latestAction = (decision.actionURL, action)
      self.preferences.decide(action.request.url, preferences)
      // A local page has no response that would contain its URL.
      if navigation != nil, isLocal { self.applyPreferences(to: action.request.url) }
      self.allow(decision, action, navigation)
    }
    let preferences = configuration.defaultWebpagePreferences.snapshot()
    // The delegate has already allowed a navigation that was interrupted and is now resumed.
    let isResuming = navigation != nil && navigations.isResuming
    guard let navigationDelegate, !isResuming else { return decide(.allow, preferences) }
    navigationDelegate.webView(
      self, decidePolicyFor: action, preferences: preferences, decisionHandler: decide)
  }

  private func applyPreferences(to url: URL?) {
    preferences.apply(url)
    tellPreferences()
  }

  /// Passes the present script setting to the engine.
  func tellPreferences() {
    webkit_settings_set_enable_javascript_markup(widget.settings, preferences.allowsContentJavaScript ? 1 : 0)
  }

  private func allow(_ decision: PolicyDecision, _ action: WKNavigationAction, _ navigation: WKNavigation?) {
    let isOwn = navigation != nil
    // When the app navigated to a file earlier, it granted access to files then.
    let isGranted = isOwn || [.backForward, .reload].contains(action.navigationType)
    guard isGranted, let url = action.request.url, url.isFileURL else { return follow(action, decision, isOwn: isOwn) }
    fileAccess.prepare(for: url, navigation, in: self) { [weak self] outcome in
      guard let self else { return decision.decide(false) }
      if outcome == .ready { return self.follow(action, decision, isOwn: isOwn) }
      // Runs after the delegate's call, so that the delegate first learns why the navigation ended.
      defer { decision.decide(false) }
      guard let navigation, outcome == .refused else { return }
      // The engine treats a refusal as the app's own decision, and reports nothing.
      let error = NSError(
        domain: NSURLErrorDomain, code: NSURLErrorNoPermissionsToReadFile, userInfo: [NSURLErrorFailingURLErrorKey: url]
      )
      self.navigationDelegate?.webView(self, didFailProvisionalNavigation: navigation, withError: error)
    }
  }

  private func follow(_ action: WKNavigationAction, _ decision: PolicyDecision, isOwn: Bool) {
    if !isOwn, action.request.url?.absoluteString.hasPrefix("about:blank") == true { navigations.blank() }
    decision.decide(true)
  }

  private func decide(_ decision: PolicyDecision, on response: WKNavigationResponse) {
    let decide = { [weak self] (isAllowed: Bool) in
      if isAllowed, response.isForMainFrame, let self {
        self.navigations.accept()
        self.applyPreferences(to: response.response.url)
      }
      decision.decide(isAllowed)
    }
    guard let navigationDelegate else { return decide(response.canShowMIMEType) }
    navigationDelegate.webView(self, decidePolicyFor: response) { [weak self] policy in
      if policy == .download, let self { return self.download(decision, response) }
      decide(policy == .allow)
    }
  }
}
