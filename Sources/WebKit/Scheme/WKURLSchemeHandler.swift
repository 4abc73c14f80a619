/// Serves the URLs of a scheme of the app's own.
@MainActor
public protocol WKURLSchemeHandler: NSObjectProtocol {
  /// A page wants a resource: answer through the task, now or later.
  func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask)
  /// The resource is no longer wanted; the task takes nothing more. On Linux this is known when the page is left, the
  /// web process ends or the web view goes; WebKitGTK does not tell of an aborted `fetch`.
  func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask)
}
