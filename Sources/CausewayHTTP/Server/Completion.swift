import Foundation

/// A signal for an event that happens once, with tasks that wait for it.
final class Completion: @unchecked Sendable {  // the lock protects the mutable state
  private let lock = NSLock()
  private var isOver = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Signals the event, and resumes the waiting tasks.
  func finish() {
    let continuations = lock.withLock {
      isOver = true
      defer { waiting = [] }
      return waiting
    }
    for continuation in continuations { continuation.resume() }
  }

  /// Waits for the event. Returns at once if it has happened already.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = lock.withLock {
        if !self.isOver { waiting.append(continuation) }
        return self.isOver
      }
      if isOver { continuation.resume() }
    }
  }
}
