/// The dependencies of a ``QueuedTransaction``.
@MainActor struct QueueDependencies {
  let service: any OnsideService
  let store: TransactionStore
  let backoff: Backoff
  /// A function that waits for a duration, on the client's clock.
  let sleep: @MainActor (Duration) async throws -> Void
  /// A function that shows a payment sheet and returns what the user approved.
  let present:
    @MainActor (TransactionMachine, OnsidePaymentSheet.Occasion) async throws(OnsidePaymentTransactionError)
      -> OnsidePaymentApproval
  /// A function that tells the sheet how the payment ended.
  let paymentDidEnd: @MainActor (TransactionMachine, OnsidePaymentOutcome) -> Void
  /// A function that is called with the error when the store could not write.
  let storeDidFail: @MainActor (any Error) -> Void

  /// Applies a change to the store, and retries with a backoff until that succeeds.
  func persistently(_ change: @Sendable (TransactionStore) async throws -> Void) async {
    var backoff = backoff
    while await !once(change) {
      do {
        try await sleep(backoff.next())
      } catch {
        return  // Only the end of the process cancels this task.
      }
    }
  }

  /// Applies a change to the store once, and returns whether that succeeded.
  func once(_ change: @Sendable (TransactionStore) async throws -> Void) async -> Bool {
    do {
      try await change(store)
      return true
    } catch {
      storeDidFail(error)
      return false
    }
  }
}

/// The delay before the next attempt: it doubles each time, up to a limit.
struct Backoff: Sendable {
  private var delay: Duration
  private let limit: Duration

  init(from first: Duration = .seconds(1), upTo limit: Duration = .seconds(60)) {
    delay = first
    self.limit = limit
  }

  mutating func next() -> Duration {
    defer { delay = min(delay * 2, limit) }
    return delay
  }
}
