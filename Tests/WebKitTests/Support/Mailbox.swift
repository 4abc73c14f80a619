import Foundation

/// What a callback delivers and a test waits for.
@MainActor final class Mailbox<Value> {
  /// Nothing came in time.
  struct Timeout: Error {}

  private var values: [Value] = []
  private var waiting: CheckedContinuation<Void, any Error>?

  /// Delivers a value.
  func put(_ value: Value) {
    values.append(value)
    waiting?.resume()
    waiting = nil
  }

  /// The next value; waits for it.
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

  /// Whether everything that came was taken.
  var isEmpty: Bool { values.isEmpty }
}
