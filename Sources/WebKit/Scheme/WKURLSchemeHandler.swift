/// A handler that serves the URLs of the app's own scheme.
@preconcurrency @MainActor
public protocol WKURLSchemeHandler: NSObjectProtocol {
  /// Starts to serve a resource that a page requests. The handler answers through the task, now or later.
  func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask)
  /// Stops serving a resource: the page aborted the request or was left, or its process ended. The task accepts nothing
  /// more. WebKit never calls this method for a completed task, nor while the web view is being released.
  func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask)
}

/// A page's request for a resource. The handler provides a response, then data, then the end, in this order.
///
/// Calls in another order, after the end, or after the stop are a programming error. On Apple's platforms such a call
/// raises an exception; on Linux it traps in debug builds and is ignored in release builds.
///
/// A handler that does not use actors may call the methods on any thread; the call then waits for the main thread.
@preconcurrency @MainActor
public protocol WKURLSchemeTask: NSObjectProtocol {
  /// The request: URL, method, header fields, and in `httpBody` the body that the page sent.
  var request: URLRequest { get }
  /// Provides the response: an `HTTPURLResponse` for a status and header fields. On Linux the page gets the response
  /// with its first data.
  func didReceive(_ response: URLResponse)
  /// Provides a part of the data. The page gets the parts in the order of the calls.
  func didReceive(_ data: Data)
  /// Completes the task. The page gets no more data.
  func didFinish()
  /// Fails the task, before or after it has provided data. A navigation that requested the resource fails with the
  /// error's domain and code.
  func didFailWithError(_ error: any Error)
}
