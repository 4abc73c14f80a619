/// Serves the URLs of a scheme of the app's own.
@preconcurrency @MainActor
public protocol WKURLSchemeHandler: NSObjectProtocol {
  /// A page wants a resource: answer through the task, now or later.
  func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask)
  /// The resource is no longer wanted: the page aborted the request or was left, or its process ended. The task takes
  /// nothing more. Never called for a task that is complete, nor while the web view is being released.
  func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask)
}
