import Foundation

/// The body of a request that arrives while the handler works (``HTTPServer/Options/forwards``).
///
/// One task at a time takes its parts. If the parts are not taken, the server stops reading.
package final class RequestBody: @unchecked Sendable {  // the lock protects the mutable state
  /// The client has ended the connection before the end of the body, or has sent a body that is not valid.
  package struct Broken: Error {}

  /// The number of bytes that were not taken above which the server stops reading.
  private static let room = 256 << 10

  /// The length that the request states, in bytes; nil if it states none.
  package let length: Int?
  private let lock = NSLock()
  private var bytes = Data()
  private var end: Result<Void, Broken>?
  private var waiting: CheckedContinuation<Void, Never>?
  /// Lets the server read again; nil while it reads.
  private var resume: (@Sendable () -> Void)?

  init(length: Int?) { self.length = length }

  /// Waits for the next part.
  /// - Returns: all bytes that have arrived; nil at the end.
  /// - Throws: ``Broken``; `CancellationError` if the task is cancelled.
  package func next() async throws -> Data? {
    while true {
      try Task.checkCancellation()
      let (part, end, resume) = lock.withLock {
        defer { (bytes, self.resume) = (Data(), nil) }
        return (bytes, self.end, self.resume)
      }
      resume?()
      if !part.isEmpty { return part }
      if let end {
        try end.get()
        return nil
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isReady = lock.withLock {
            if !bytes.isEmpty || self.end != nil || Task.isCancelled { return true }
            waiting = continuation
            return false
          }
          if isReady { continuation.resume() }
        }
      } onCancel: {
        wake()
      }
    }
  }

  /// Adds bytes.
  /// - Parameter resume: lets the server read again.
  /// - Returns: whether the server may go on reading; if not, `resume` is called later.
  func append(_ part: some Collection<UInt8>, resume: @escaping @Sendable () -> Void) -> Bool {
    let isFull = lock.withLock {
      bytes.append(contentsOf: part)
      guard bytes.count > Self.room else { return false }
      self.resume = resume
      return true
    }
    wake()
    return !isFull
  }

  /// Ends the body, unless it has ended.
  func finish(_ result: Result<Void, Broken>) {
    lock.withLock {
      if end == nil { end = result }
      resume = nil
    }
    wake()
  }

  private func wake() {
    let waiting = lock.withLock {
      defer { self.waiting = nil }
      return self.waiting
    }
    waiting?.resume()
  }
}
