import CWebKitGTK

/// What WebKitGTK says of loading, on its way to the delegate.
extension WKWebView {
  /// The navigation starts, goes on or ends.
  func loadDidChange(_ event: WebKitLoadEvent) {
    switch event {
    case WEBKIT_LOAD_STARTED:
      navigations.start()
      navigationDelegate?.webView(self, didStartProvisionalNavigation: navigations.current)
    case WEBKIT_LOAD_REDIRECTED:
      navigationDelegate?.webView(self, didReceiveServerRedirectForProvisionalNavigation: navigations.current)
    case WEBKIT_LOAD_COMMITTED:
      navigations.commit()
      documentDidEnd(WKError.exception("The page that the script ran in was left before it gave a result"))
      navigationDelegate?.webView(self, didCommit: navigations.current)
    case WEBKIT_LOAD_FINISHED where navigations.end():
      navigationDelegate?.webView(self, didFinish: navigations.current)
    default: break
    }
  }

  /// The navigation fails.
  func loadDidFail(_ error: NSError, url: URL?) {
    guard navigations.end() else { return }
    let navigation = navigations.current
    let error = NavigationError.make(error, url: url)
    if navigations.isCommitted {
      navigationDelegate?.webView(self, didFail: navigation, withError: error)
    } else {
      navigationDelegate?.webView(self, didFailProvisionalNavigation: navigation, withError: error)
    }
  }

  /// The web process is gone. WebKitGTK fails the calls in flight itself, but says something else.
  func webProcessDidTerminate() {
    documentDidEnd(WKError(.webContentProcessTerminated))
    navigationDelegate?.webViewWebContentProcessDidTerminate(self)
  }

  /// The documents that were there are gone, and so is everything that waits for them.
  private func documentDidEnd(_ error: WKError) {
    content.frames.endAll(of: self)
    schemeTasks.stopAll()
    scripts.failAll(error)
  }

  /// Lets the delegate decide.
  ///
  /// - Returns: whether the decision is taken here, now or later; if not, the engine decides.
  func decidePolicy(_ decision: UnsafeMutablePointer<WebKitPolicyDecision>, _ type: WebKitPolicyDecisionType) -> Bool {
    let decision = PolicyDecision(decision)
    switch type {
    case WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION, WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION:
      guard let navigationDelegate, let action = decision.navigationAction else { break }
      navigationDelegate.webView(self, decidePolicyFor: action) { [weak self] in
        if $0 == .download, let self { return self.download(decision, action) }
        if $0 == .allow { self?.downloads.latestAction = action }
        decision.decide($0 == .allow)
      }
      return true
    case WEBKIT_POLICY_DECISION_TYPE_RESPONSE:
      guard let response = decision.navigationResponse else { break }
      guard let navigationDelegate else {
        decide(decision, for: response, isAllowed: response.canShowMIMEType)
        return true
      }
      navigationDelegate.webView(self, decidePolicyFor: response) { [weak self] in
        if $0 == .download {
          self?.download(decision, response)
        } else {
          self?.decide(decision, for: response, isAllowed: $0 == .allow)
        }
      }
      return true
    default: break
    }
    decision.leaveToEngine()
    return false
  }

  private func decide(_ decision: PolicyDecision, for response: WKNavigationResponse, isAllowed: Bool) {
    if isAllowed, response.isForMainFrame { navigations.accept() }
    decision.decide(isAllowed)
  }
}
