import CausewayTransport
import Foundation

/// The body of an answer while it arrives, between the thread of the transfers and the task that takes its parts. If they are not
/// taken, libcurl stops reading.
final class HTTPAnswerStream: @unchecked Sendable {  // the lock protects the mutable state
  /// The number of bytes that were not taken above which libcurl stops reading.
  private static let room = 256 << 10

  private let lock = NSLock()
  private var bytes = Data()
  private var isPaused = false
  private var end: HTTPLoader.Failure??
  private var waiting: CheckedContinuation<Void, Never>?
  /// Resumes the transfer; nil after its end.
  private var resume: (@Sendable () -> Void)?

  /// Sets the closure that resumes the transfer. Called before the transfer begins.
  func connect(resume: @escaping @Sendable () -> Void) {
    lock.withLock { self.resume = resume }
  }

  /// Waits for the next part.
  /// - Returns: all bytes that have arrived; nil at the end of the body.
  /// - Throws: ``HTTPLoader/Failure`` if the body is not complete, or if the task is cancelled.
  func next() async throws(HTTPLoader.Failure) -> Data? {
    while true {
      if Task.isCancelled { throw .cancelled }
      let (part, end, resume) = lock.withLock {
        defer { (bytes, isPaused) = (Data(), false) }
        return (bytes, self.end, isPaused ? self.resume : nil)
      }
      resume?()
      if !part.isEmpty { return part }
      if let end {
        if let failure = end { throw failure }
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

  // MARK: The thread of the transfers

  /// Adds bytes.
  /// - Returns: false if there is no room; the bytes are then not added.
  func append(_ part: UnsafeRawBufferPointer) -> Bool {
    let isAdded = lock.withLock {
      isPaused = bytes.count >= Self.room
      if !isPaused { bytes.append(contentsOf: part) }
      return !isPaused
    }
    wake()
    return isAdded
  }

  /// Ends the body, unless it has ended.
  /// - Parameter failure: the reason why the body is not complete; nil if it is.
  func finish(_ failure: HTTPLoader.Failure?) {
    lock.withLock {
      if end == nil { end = .some(failure) }
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
