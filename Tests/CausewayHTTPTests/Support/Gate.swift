import Foundation

/// A gate at which tests and handlers wait until it opens. It opens once. A lock protects its state.
final class Gate: @unchecked Sendable {
  private let lock = NSLock()
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func open() {
    let continuations = lock.withLock {
      isOpen = true
      defer { waiting = [] }
      return waiting
    }
    for continuation in continuations { continuation.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = lock.withLock {
        if !self.isOpen { waiting.append(continuation) }
        return self.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}
