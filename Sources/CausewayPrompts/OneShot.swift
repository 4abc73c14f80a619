/// A result that is set once and awaited by one task. Later results are ignored.
@MainActor package final class OneShot<Value: Sendable> {
  private var result: Result<Value, any Error>?
  private var waiter: CheckedContinuation<Value, any Error>?

  /// Creates a result that is not set yet.
  package init() {}

  /// Whether the result is set.
  package var isSettled: Bool { result != nil }

  /// Sets the result. Returns false, and does nothing, if the result is already set.
  @discardableResult package func settle(_ result: Result<Value, any Error>) -> Bool {
    guard self.result == nil else { return false }
    self.result = result
    waiter?.resume(with: result)
    waiter = nil
    return true
  }

  /// Waits for the result. Cancelling the waiting task sets the result to `CancellationError`.
  package func value() async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if let result { continuation.resume(with: result) } else { waiter = continuation }
      }
    } onCancel: {
      Task { @MainActor in _ = settle(.failure(CancellationError())) }
    }
  }
}
