import Foundation

/// Something that happens once, and that tasks wait for.
final class Completion: @unchecked Sendable {  // everything happens under the lock
  private let lock = NSLock()
  private var isOver = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// It has happened.
  func finish() {
    let continuations = lock.withLock {
      isOver = true
      defer { waiting = [] }
      return waiting
    }
    for continuation in continuations { continuation.resume() }
  }

  /// Returns when it has happened.
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
