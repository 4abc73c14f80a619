/// What a transaction does its work with.
@MainActor struct TransactionWork {
  let service: any OnsideService
  let store: TransactionStore
  let backoff: Backoff
  /// Waits.
  let sleep: @MainActor (Duration) async throws -> Void
  /// Shows a payment sheet, and gives what the user approved.
  let present:
    @MainActor (TransactionMachine, OnsidePaymentSheet.Occasion) async throws(OnsidePaymentTransactionError)
      -> OnsidePaymentApproval
  /// Tells the sheet how the payment ended.
  let paymentDidEnd: @MainActor (TransactionMachine, OnsidePaymentOutcome) -> Void
  /// Told of what could not be written.
  let storeDidFail: @MainActor (any Error) -> Void

  /// Does something with the store until it succeeds.
  func persistently(_ change: @Sendable (TransactionStore) async throws -> Void) async {
    var backoff = backoff
    while await !once(change) {
      do {
        try await sleep(backoff.next())
      } catch {
        return  // Nobody cancels this but the end of the process.
      }
    }
  }

  /// Does something with the store; false if that failed.
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

/// How long to wait before the next try: twice as long each time, up to a limit.
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
