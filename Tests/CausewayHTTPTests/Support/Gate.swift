import Foundation
import Testing

/// A gate at which tests and handlers wait until it opens. The gate opens once. A lock protects its state.
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

  /// Waits until the gate opens. After five minutes it records an issue and opens the gate, so that the test ends.
  func wait(file: StaticString = #fileID, line: UInt = #line) async {
    let timer = Task {
      try await Task.sleep(for: .seconds(300))
      Issue.record("the gate at \(file):\(line) did not open within five minutes")
      open()
    }
    defer { timer.cancel() }
    await withCheckedContinuation { continuation in
      let isOpen = lock.withLock {
        if !self.isOpen { waiting.append(continuation) }
        return self.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}
