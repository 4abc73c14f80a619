import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One running request and its growing answer. Only the first call that ends the exchange has an effect.
final class TransportExchange: @unchecked Sendable {  // the lock guards all mutable state
  private let lock = NSLock()
  private let task: URLSessionDataTask
  private let maximumBytes: Int
  private var body = Data()
  private var result: Result<HTTPAnswer, TransportError>?
  private var waiter: CheckedContinuation<Result<HTTPAnswer, TransportError>, Never>?

  init(_ task: URLSessionDataTask, maximumBytes: Int) {
    self.task = task
    self.maximumBytes = maximumBytes
  }

  /// Sends the request unless the exchange has ended, and waits for the result.
  func result() async -> Result<HTTPAnswer, TransportError> {
    await withCheckedContinuation { continuation in
      let ended = lock.withLock {
        if result == nil { waiter = continuation }
        return result
      }
      if let ended { continuation.resume(returning: ended) } else { task.resume() }
    }
  }

  /// Adds a part of the answer's body.
  func receive(_ data: Data) {
    let isTooLarge = lock.withLock {
      guard result == nil else { return false }
      body.append(data)
      return body.count > maximumBytes
    }
    if isTooLarge { end(.tooLarge) }
  }

  /// Ends the exchange when `URLSession` has finished the task.
  func complete(_ response: URLResponse?, _ error: (any Error)?) {
    if let error {
      finish(.failure(TransportError(error)))
    } else if let response = response as? HTTPURLResponse {
      finish(.success(HTTPAnswer(response, body: lock.withLock { body })))
    } else {
      finish(.failure(.unreadable))
    }
  }

  /// Ends the exchange with an error, and cancels the task.
  func end(_ error: TransportError) {
    if finish(.failure(error)) { task.cancel() }
  }

  /// Sets the result, if the exchange has none yet.
  ///
  /// - Returns: Whether this call ended the exchange.
  @discardableResult func finish(_ result: Result<HTTPAnswer, TransportError>) -> Bool {
    lock.lock()
    guard self.result == nil else {
      lock.unlock()
      return false
    }
    self.result = result
    body = Data()
    let waiter = waiter
    self.waiter = nil
    lock.unlock()
    waiter?.resume(returning: result)
    return true
  }
}

extension HTTPAnswer {
  fileprivate init(_ response: HTTPURLResponse, body: Data) {
    let fields = response.allHeaderFields.map { HTTPField("\($0)", "\($1)") }
    self.init(status: response.statusCode, fields: fields, body: body)
  }
}
