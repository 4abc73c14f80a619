/// A resource that a page wants: a response, then data, then the end, in this order.
///
/// Another order, and anything after the end or after the handler was told to stop, is a programmer's mistake: an
/// exception on Apple's platforms; on Linux it traps in debug builds and is ignored in release builds.
///
/// A handler that does not know of actors may call the methods on any thread; it waits until the main thread has done it.
@preconcurrency @MainActor
public protocol WKURLSchemeTask: NSObjectProtocol {
  /// What is wanted: URL, method, header fields, and in `httpBody` the body that the page sent.
  var request: URLRequest { get }
  /// The response: an `HTTPURLResponse` for a status and header fields. On Linux the page gets it with its first data.
  func didReceive(_ response: URLResponse)
  /// A part of its data, in the order in which the page gets them, from now on.
  func didReceive(_ data: Data)
  /// The response is complete.
  func didFinish()
  /// The resource cannot be had, or no more of it. A navigation that asked for it fails with the error's domain and
  /// code.
  func didFailWithError(_ error: any Error)
}
