import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request on its way, and its answer as it comes in. It ends once, whoever ends it.
final class TransportExchange: @unchecked Sendable {  // everything happens under the lock
  private let lock = NSLock()
  private let task: URLSessionDataTask
  private let maximumBytes: Int
  private var body = Data()
  private var result: Result<TransportAnswer, TransportError>?
  private var waiter: CheckedContinuation<Result<TransportAnswer, TransportError>, Never>?

  init(_ task: URLSessionDataTask, maximumBytes: Int) {
    self.task = task
    self.maximumBytes = maximumBytes
  }

  /// Sends the request, unless it has ended, and returns how it ended.
  func result() async -> Result<TransportAnswer, TransportError> {
    await withCheckedContinuation { continuation in
      let ended = lock.withLock {
        if result == nil { waiter = continuation }
        return result
      }
      if let ended { continuation.resume(returning: ended) } else { task.resume() }
    }
  }

  /// A part of an answer.
  func receive(_ data: Data) {
    let isTooLarge = lock.withLock {
      guard result == nil else { return false }
      body.append(data)
      return body.count > maximumBytes
    }
    if isTooLarge { end(.tooLarge) }
  }

  /// The end of an answer.
  func complete(_ response: URLResponse?, _ error: (any Error)?) {
    if let error {
      finish(.failure(TransportError(error)))
    } else if let response = response as? HTTPURLResponse {
      finish(.success(TransportAnswer(response, body: lock.withLock { body })))
    } else {
      finish(.failure(.unreadable))
    }
  }

  /// Gives up.
  func end(_ error: TransportError) {
    if finish(.failure(error)) { task.cancel() }
  }

  /// Ends it.
  ///
  /// - Returns: whether it had not ended before.
  @discardableResult func finish(_ result: Result<TransportAnswer, TransportError>) -> Bool {
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
