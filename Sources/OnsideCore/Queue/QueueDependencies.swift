/// The dependencies of the payment queue: the store, the file, the screens and the clock.
@MainActor struct QueueDependencies {
  let service: any OnsideService
  let store: TransactionStore
  let screens: PaymentScreens
  let clock: any Clock<Duration>
  /// Called with one line whenever the file could not be written.
  let log: @Sendable (String) -> Void

  /// Applies a change to the file, and retries with a backoff until that succeeds.
  func persistently(_ change: @Sendable (TransactionStore) async throws -> Void) async {
    var backoff = Backoff()
    while await !once(change) {
      do {
        try await clock.sleep(for: backoff.next())
      } catch {
        return  // Only the end of the process cancels this task.
      }
    }
  }

  /// Applies a change to the file once, and returns whether that succeeded.
  func once(_ change: @Sendable (TransactionStore) async throws -> Void) async -> Bool {
    do {
      try await change(store)
      return true
    } catch {
      log("The payment queue could not be saved: \(error)")
      return false
    }
  }
}
