/// A resource that a page wants: a response, then data, then the end, in this order.
@MainActor
public protocol WKURLSchemeTask: NSObjectProtocol {
  /// What is wanted: URL, method, header fields, and the body that the page sent.
  var request: URLRequest { get }
  /// The response begins: an `HTTPURLResponse` for a status and header fields.
  func didReceive(_ response: URLResponse)
  /// A part of its data. On Linux the page gets all parts when the task finishes.
  func didReceive(_ data: Data)
  /// The response is complete.
  func didFinish()
  /// The resource cannot be had.
  func didFailWithError(_ error: any Error)
}
