import CWebKitGTK

/// The handler of one loading signal of WebKitGTK, which updates the web view's state and notifies the navigation
/// delegate.
///
/// The value may retain the web view, because the value exists for one signal only and the web view does not store it.
@MainActor
struct NavigationEvents {
  private let webView: WKWebView

  /// Connects the signals. The connections do not retain the web view.
  static func connect(to webView: WKWebView) -> [SignalConnection] {
    let box = WeakWebView(webView)
    let loadChanged: @convention(c) (gpointer, WebKitLoadEvent, gpointer) -> Void = { _, event, data in
      WeakWebView.with(data) { NavigationEvents(webView: $0).loadDidChange(event) }
    }
    let loadFailed:
      @convention(c) (gpointer, WebKitLoadEvent, UnsafePointer<CChar>?, UnsafeMutablePointer<GError>, gpointer) ->
        gboolean = { _, _, url, error, data in
          WeakWebView.with(data) {
            NavigationEvents(webView: $0).loadDidFail(
              NSError(gError: error), url: String(borrowing: url).flatMap { URL(string: $0) })
          }
          // Return TRUE. Otherwise WebKitGTK would show an error page, which Apple's WebKit does not.
          return 1
        }
    let terminated: @convention(c) (gpointer, WebKitWebProcessTerminationReason, gpointer) -> Void = { _, _, data in
      WeakWebView.with(data) { NavigationEvents(webView: $0).webProcessDidTerminate() }
    }
    return [
      webView.widget.connect("load-changed", box: box, unsafeBitCast(loadChanged, to: GCallback.self)),
      webView.widget.connect("load-failed", box: box, unsafeBitCast(loadFailed, to: GCallback.self)),
      webView.widget.connect("web-process-terminated", box: box, unsafeBitCast(terminated, to: GCallback.self)),
    ]
  }

  /// Handles the start, the progress or the end of a navigation.
  private func loadDidChange(_ event: WebKitLoadEvent) {
    let navigations = webView.navigations
    if event != WEBKIT_LOAD_FINISHED { webView.titleArrival.finish() }
    switch event {
    case WEBKIT_LOAD_STARTED:
      navigations.start()
      webView.authentication.navigationDidStart()
      guard !navigations.isResumed else { break }
      webView.navigationDelegate?.webView(webView, didStartProvisionalNavigation: navigations.current)
    case WEBKIT_LOAD_REDIRECTED:
      webView.navigationDelegate?.webView(
        webView, didReceiveServerRedirectForProvisionalNavigation: navigations.current)
    case WEBKIT_LOAD_COMMITTED:
      webView.authentication.interruption = nil
      navigations.commit()
      webView.titleArrival.didCommit()
      webView.navigationPreferences.commit()
      webView.fileAccess.didCommit(webView.widget.url, in: webView)
      webView.content.frames.leaveAll(of: webView)
      failCalls(WKError.exception("The document ended before the script in it returned a result"))
      webView.navigationDelegate?.webView(webView, didCommit: navigations.current)
    case WEBKIT_LOAD_FINISHED:
      guard let navigation = navigations.end() else { break }
      webView.titleArrival.didFinish(hasTitle: webView.scripts.hasTitle) { [weak webView] in
        webView.map { $0.navigationDelegate?.webView($0, didFinish: navigation) }
      }
    default: break
    }
  }

  /// Handles the failure of a navigation.
  private func loadDidFail(_ error: NSError, url: URL?) {
    webView.schemeTasks.cancelNavigation(to: url)
    webView.titleArrival.finish()
    guard let (navigation, wasCommitted) = webView.navigations.fail() else {
      return webView.fileAccess.didFail(nil, url, in: webView)
    }
    let isCancelled = (NavigationError.make(error, url: url) as? URLError)?.code == .cancelled
    guard !wasCommitted, isCancelled, webView.authentication.interruption?.canResume(at: url) == true else {
      return didFail(navigation, wasCommitted, error, url: url)
    }
    // Begin again in a later turn, because WebKitGTK is still processing the failure.
    Task {
      let isResumed = webView.authentication.resume(navigation, at: url, webView.loader)
      if !isResumed { didFail(navigation, wasCommitted, error, url: url) }
    }
  }

  private func didFail(_ navigation: WKNavigation, _ wasCommitted: Bool, _ error: NSError, url: URL?) {
    webView.authentication.interruption = nil
    if !wasCommitted {
      webView.fileAccess.didFail(navigation, url, in: webView)
      webView.navigationPreferences.fail()
    }
    let error = NavigationError.make(error, url: url)
    if wasCommitted {
      webView.navigationDelegate?.webView(webView, didFail: navigation, withError: error)
    } else {
      webView.navigationDelegate?.webView(webView, didFailProvisionalNavigation: navigation, withError: error)
    }
  }

  /// Handles the end of the web process. Fails the pending calls with the error of Apple's WebKit, before WebKitGTK
  /// fails them with another error.
  private func webProcessDidTerminate() {
    webView.titleArrival.finish()
    webView.navigations.processDidEnd()
    webView.fileAccess.processDidEnd(in: webView)
    webView.content.frames.endAll(of: webView)
    failCalls(WKError(.webContentProcessTerminated))
    webView.navigationDelegate?.webViewWebContentProcessDidTerminate(webView)
  }

  /// Ends the calls that wait for the previous documents, because these documents are gone.
  private func failCalls(_ error: WKError) {
    webView.textSearch.endAll()
    webView.scripts.calls.failAll(error)
  }
}
