/// A handler that serves the URLs of the app's own scheme.
@preconcurrency @MainActor
public protocol WKURLSchemeHandler: NSObjectProtocol {
  /// Starts to serve a resource that a page requests. The handler answers through the task, now or later.
  func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask)
  /// Stops serving a resource: the page aborted the request or was left, or its process ended. The task accepts nothing
  /// more. WebKit never calls this method for a completed task, nor while the web view is being released.
  func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask)
}
