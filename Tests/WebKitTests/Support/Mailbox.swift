import Foundation

/// A queue of values that callbacks deliver and a test takes.
@MainActor final class Mailbox<Value> {
  /// The error of a test to which no value was delivered in time.
  struct Timeout: Error {}

  private var values: [Value] = []
  private var waiting: CheckedContinuation<Void, any Error>?

  /// Delivers a value.
  func put(_ value: Value) {
    values.append(value)
    waiting?.resume()
    waiting = nil
  }

  /// Returns the next value, and waits for it if there is none.
  func next(timeout seconds: Double = 20) async throws -> Value {
    if values.isEmpty {
      let timeout = DispatchWorkItem { [weak self] in
        MainActor.assumeIsolated {
          self?.waiting?.resume(throwing: Timeout())
          self?.waiting = nil
        }
      }
      DispatchQueue.main.asyncAfter(deadline: .now() + seconds, execute: timeout)
      defer { timeout.cancel() }
      try await withCheckedThrowingContinuation { waiting = $0 }
    }
    return values.removeFirst()
  }

  /// Whether the test has taken all values.
  var isEmpty: Bool { values.isEmpty }
}
