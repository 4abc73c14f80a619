import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The delegate that passes the events of a `URLSession` to the exchange of each task.
// Unchecked: the lock guards all mutable state.
final class TransportExchanges: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private let lock = NSLock()
  private var exchanges: [Int: TransportExchange] = [:]

  func add(_ exchange: TransportExchange, for task: URLSessionTask) {
    lock.withLock { exchanges[task.taskIdentifier] = exchange }
  }

  func remove(_ task: URLSessionTask) {
    lock.withLock { exchanges[task.taskIdentifier] = nil }
  }

  private func exchange(of task: URLSessionTask) -> TransportExchange? {
    lock.withLock { exchanges[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    if exchange(of: task)?.finish(.failure(.redirected(status: response.statusCode))) == true {
      return completionHandler(nil)
    }
    // For a cancelled task, Foundation on Linux ends the process if the completion handler is called here. Apple's
    // version requires the call.
    #if !canImport(FoundationNetworking)
    completionHandler(nil)
    #endif
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(of: dataTask)?.receive(data)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    exchange(of: task)?.complete(task.response, error)
    remove(task)
  }
}
