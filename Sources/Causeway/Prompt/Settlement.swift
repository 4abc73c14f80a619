/// Something that ends once, and for which one task waits. Later endings are ignored.
@MainActor package final class Settlement<Value: Sendable> {
  private var result: Result<Value, any Error>?
  private var waiter: CheckedContinuation<Value, any Error>?

  package init() {}

  /// Ends it; false if it has ended already.
  @discardableResult package func settle(_ result: Result<Value, any Error>) -> Bool {
    guard self.result == nil else { return false }
    self.result = result
    waiter?.resume(with: result)
    waiter = nil
    return true
  }

  /// Waits for the end. Cancelling the waiting task is an end: `CancellationError`.
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
