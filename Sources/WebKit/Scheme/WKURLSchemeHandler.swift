/// Loads the URLs of a scheme of the app's own.
@MainActor public protocol WKURLSchemeHandler: AnyObject {
  /// A page wants a resource: answer through the task.
  func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask)
  /// The resource is no longer wanted.
  func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask)
}

/// A resource that a page wants: a response, then data, then the end, in this order.
@MainActor public protocol WKURLSchemeTask: AnyObject {
  /// What is wanted.
  var request: URLRequest { get }
  /// The response begins.
  func didReceive(_ response: URLResponse)
  /// A part of its data.
  func didReceive(_ data: Data)
  /// It is complete.
  func didFinish()
  /// It cannot be had.
  func didFailWithError(_ error: any Error)
}
