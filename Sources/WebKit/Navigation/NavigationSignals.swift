import CWebKitGTK

extension WKWebView {
  /// Connects WebKitGTK's signals for loading. None of them retains the web view.
  func connectNavigation() {
    let box = WeakWebView(self)
    let loadChanged: @convention(c) (gpointer, WebKitLoadEvent, gpointer) -> Void = { _, event, data in
      WeakWebView.with(data) { $0.loadDidChange(event) }
    }
    let loadFailed:
      @convention(c) (gpointer, WebKitLoadEvent, UnsafePointer<CChar>?, UnsafeMutablePointer<GError>, gpointer) ->
        gboolean = { _, _, url, error, data in
          WeakWebView.with(data) {
            $0.loadDidFail(NSError(gError: error), url: String(borrowing: url).flatMap { URL(string: $0) })
          }
          // TRUE: WebKitGTK shows no error page, like Apple's WebKit.
          return 1
        }
    let decidePolicy:
      @convention(c) (gpointer, UnsafeMutablePointer<WebKitPolicyDecision>, WebKitPolicyDecisionType, gpointer) ->
        gboolean = { _, decision, type, data in
          WeakWebView.with(data) { $0.decidePolicy(decision, type) } == true ? 1 : 0
        }
    let terminated: @convention(c) (gpointer, WebKitWebProcessTerminationReason, gpointer) -> Void = { _, _, data in
      WeakWebView.with(data) { $0.webProcessDidTerminate() }
    }
    signals += [
      widget.connect("load-changed", box: box, unsafeBitCast(loadChanged, to: GCallback.self)),
      widget.connect("load-failed", box: box, unsafeBitCast(loadFailed, to: GCallback.self)),
      widget.connect("decide-policy", box: box, unsafeBitCast(decidePolicy, to: GCallback.self)),
      widget.connect("web-process-terminated", box: box, unsafeBitCast(terminated, to: GCallback.self)),
    ]
  }
}
