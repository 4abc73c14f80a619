import Foundation

/// The body of a request while it is made and sent.
final class HTTPUpload: @unchecked Sendable {  // the lock protects the mutable state
  /// The result of a request for bytes.
  enum Part: Hashable {
    case bytes(Int)
    /// There are no bytes yet; libcurl asks again when the transfer is resumed.
    case wait
    case end
    /// The body cannot be completed.
    case broken
  }

  /// The number of bytes; nil if it is not known.
  let length: Int?
  private let next: @Sendable () async throws -> Data?
  private let lock = NSLock()
  private var bytes = Data()
  private var isOver = false
  private var isBroken = false
  private var waiting: CheckedContinuation<Void, Never>?
  private var task: Task<Void, Never>?

  init(length: Int?, _ next: @escaping @Sendable () async throws -> Data?) {
    self.length = length
    self.next = next
  }

  /// Begins to make the body.
  /// - Parameter resume: resumes the transfer.
  func begin(_ resume: @escaping @Sendable () -> Void) {
    let task = Task {
      do {
        while let part = try await next() {
          await add(part, resume)
          try Task.checkCancellation()
        }
        lock.withLock { isOver = true }
      } catch {
        lock.withLock { (isOver, isBroken) = (true, true) }
      }
      resume()
    }
    lock.withLock { self.task = task }
  }

  /// Adds a part, and waits until it is sent.
  private func add(_ part: Data, _ resume: @escaping @Sendable () -> Void) async {
    guard !part.isEmpty else { return }
    lock.withLock { bytes.append(part) }
    resume()
    await withCheckedContinuation { continuation in
      let isSent = lock.withLock {
        if bytes.isEmpty || isOver { return true }
        waiting = continuation
        return false
      }
      if isSent { continuation.resume() }
    }
  }

  /// Takes bytes.
  func read(_ buffer: UnsafeMutableRawBufferPointer) -> Part {
    let (part, waiting) = lock.withLock { () -> (Part, CheckedContinuation<Void, Never>?) in
      guard !isBroken else { return (.broken, nil) }
      guard !bytes.isEmpty else { return (isOver ? .end : .wait, nil) }
      let count = min(bytes.count, buffer.count)
      bytes.copyBytes(to: buffer, count: count)
      bytes.removeFirst(count)
      guard bytes.isEmpty else { return (.bytes(count), nil) }
      bytes = Data()
      defer { self.waiting = nil }
      return (.bytes(count), self.waiting)
    }
    waiting?.resume()
    return part
  }

  /// Ends the making of the body.
  func cancel() {
    let (waiting, task) = lock.withLock {
      isOver = true
      defer { self.waiting = nil }
      return (self.waiting, self.task)
    }
    waiting?.resume()
    task?.cancel()
  }
}
