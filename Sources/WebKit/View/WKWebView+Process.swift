import CWebKitGTK

extension WKWebView {
  /// Kills the process that shows the page, as if it had crashed. Linux only, for an app's tests of that case.
  public func terminateWebProcess() {
    webkit_web_view_terminate_web_process(engine)
  }
}
