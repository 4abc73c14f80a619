import CWebKitGTK

/// Handlers of WebKitGTK's loading signals, which notify the delegate.
extension WKWebView {
  /// Handles the start, the progress or the end of a navigation.
  func loadDidChange(_ event: WebKitLoadEvent) {
    switch event {
    case WEBKIT_LOAD_STARTED:
      navigations.start()
      if interruption?.isInterrupted == false { interruption = nil }
      guard !navigations.isResumed else { break }
      navigationDelegate?.webView(self, didStartProvisionalNavigation: navigations.current)
    case WEBKIT_LOAD_REDIRECTED:
      navigationDelegate?.webView(self, didReceiveServerRedirectForProvisionalNavigation: navigations.current)
    case WEBKIT_LOAD_COMMITTED:
      interruption = nil
      navigations.commit()
      preferences.commit()
      fileAccess.didCommit(url, in: self)
      documentDidEnd(WKError.exception("The page that the script ran in was left before the script gave a result"))
      navigationDelegate?.webView(self, didCommit: navigations.current)
    case WEBKIT_LOAD_FINISHED:
      guard let navigation = navigations.end() else { break }
      navigationDelegate?.webView(self, didFinish: navigation)
    default: break
    }
  }

  /// Handles the failure of a navigation.
  func loadDidFail(_ error: NSError, url: URL?) {
    schemeTasks.cancelNavigation(to: url)
    guard let (navigation, wasCommitted) = navigations.fail() else { return fileAccess.didFail(nil, url, in: self) }
    let isCancelled = NavigationError.make(error, url: url).code == NSURLErrorCancelled
    if !wasCommitted, isCancelled, interruption?.isCurable(at: url) == true {
      // WebKitGTK is still processing the failure.
      Task { if !goOnAfterInterruption(navigation, at: url) { didFail(navigation, wasCommitted, error, url: url) } }
      return
    }
    didFail(navigation, wasCommitted, error, url: url)
  }

  private func didFail(_ navigation: WKNavigation, _ wasCommitted: Bool, _ error: NSError, url: URL?) {
    interruption = nil
    if !wasCommitted {
      fileAccess.didFail(navigation, url, in: self)
      preferences.fail()
      tellPreferences()
    }
    let error = NavigationError.make(error, url: url)
    if wasCommitted {
      navigationDelegate?.webView(self, didFail: navigation, withError: error)
    } else {
      navigationDelegate?.webView(self, didFailProvisionalNavigation: navigation, withError: error)
    }
  }

  /// Handles the end of the web process. WebKitGTK also fails the pending calls itself, but with another error.
  func webProcessDidTerminate() {
    navigations.processDidEnd()
    fileAccess.processDidEnd(in: self)
    documentDidEnd(WKError(.webContentProcessTerminated))
    navigationDelegate?.webViewWebContentProcessDidTerminate(self)
  }

  /// Ends everything that waits for the previous documents, because they are gone.
  private func documentDidEnd(_ error: WKError) {
    content.frames.endAll(of: self)
    textSearch.endAll()
    scripts.failAll(error)
  }
}
