import CWebKitGTK

extension WKWebView {
  /// Lets the delegate hear what WebKitGTK says of navigations.
  func connectNavigation() {
    connect(widget, "load-changed", arguments: 1) { [weak self] arguments in
      self?.loadDidChange(WebKitLoadEvent(rawValue: UInt32(truncatingIfNeeded: arguments[0])))
      return 0
    }
    connect(widget, "load-failed", arguments: 3) { [weak self] arguments in
      self?.loadDidFail(arguments[1], arguments[2])
      return 1  // no error page: Apple's web view shows none
    }
    connect(widget, "decide-policy", arguments: 2) { [weak self] arguments in
      guard let self, let decision = pointer(arguments[0]) else { return 0 }
      return decidePolicy(decision, WebKitPolicyDecisionType(rawValue: UInt32(truncatingIfNeeded: arguments[1])))
    }
    connect(widget, "web-process-terminated", arguments: 1) { [weak self] _ in
      guard let self else { return 0 }
      content.frames.removeAll()
      scripts.failAll(.webContentProcessTerminated)
      navigationDelegate?.webViewWebContentProcessDidTerminate(self)
      return 0
    }
  }

  private func loadDidChange(_ event: WebKitLoadEvent) {
    switch event {
    case WEBKIT_LOAD_STARTED:
      navigations.start()
      navigationDelegate?.webView(self, didStartProvisionalNavigation: navigations.current)
    case WEBKIT_LOAD_REDIRECTED:
      navigationDelegate?.webView(self, didReceiveServerRedirectForProvisionalNavigation: navigations.current)
    case WEBKIT_LOAD_COMMITTED:
      navigations.isCommitted = true
      navigationDelegate?.webView(self, didCommit: navigations.current)
    case WEBKIT_LOAD_FINISHED where !navigations.hasFailed:
      navigationDelegate?.webView(self, didFinish: navigations.current)
    default: break
    }
  }

  private func loadDidFail(_ url: UInt, _ error: UInt) {
    guard let pointer = UnsafeMutablePointer<GError>(bitPattern: error) else { return }
    navigations.hasFailed = true
    var copy: UnsafeMutablePointer<GError>? = g_error_copy(pointer)
    let failure = takeError(&copy) ?? ("", 0, "")
    let failing = string(UnsafePointer<CChar>(bitPattern: url)).flatMap(URL.init(string:))
    let reported = NavigationError.make(failure, url: failing)
    if navigations.isCommitted {
      navigationDelegate?.webView(self, didFail: navigations.current, withError: reported)
    } else {
      navigationDelegate?.webView(self, didFailProvisionalNavigation: navigations.current, withError: reported)
    }
  }

  /// Gives 1 if the decision is taken here, now or later.
  private func decidePolicy(_ decision: OpaquePointer, _ type: WebKitPolicyDecisionType) -> UInt {
    guard let navigationDelegate else { return 0 }
    let decision = PolicyDecision(decision)
    switch type {
    case WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION:
      guard let action = decision.navigationAction else { return 0 }
      navigationDelegate.webView(self, decidePolicyFor: action) { decision.decide($0 == .allow) }
      return 1
    case WEBKIT_POLICY_DECISION_TYPE_RESPONSE:
      guard let response = decision.navigationResponse else { return 0 }
      navigationDelegate.webView(self, decidePolicyFor: response) { decision.decide($0 == .allow) }
      return 1
    default: return 0
    }
  }
}
