/// The dependencies of the payment queue: the service, the file of unfinished transactions (`store`), the screens and
/// the clock.
@MainActor struct QueueDependencies {
  let service: any OnsideService
  let store: TransactionStore
  let screens: PaymentScreens
  let clock: any Clock<Duration>
  /// Called with one line whenever the file could not be written.
  let log: @Sendable (String) -> Void

  /// Applies a change to the file, and retries with a backoff until that succeeds.
  func persistently(_ change: @Sendable (TransactionStore) async throws -> Void) async {
    if await !once(change) { await retry(change) }
  }

  /// Retries a change that has failed, with a backoff, until it succeeds.
  func retry(_ change: @Sendable (TransactionStore) async throws -> Void) async {
    var backoff = Backoff()
    repeat {
      do {
        try await clock.sleep(for: backoff.next())
      } catch {
        return  // Only the end of the process cancels this task.
      }
    } while await !once(change)
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

  /// Writes a transaction to disk once, and returns whether that succeeded.
  func isRecorded(_ machine: TransactionMachine) async -> Bool {
    guard let record = TransactionRecord(machine) else { return true }
    return await once { try await $0.write([record]) }
  }
}

/// A reference to the payment queue, for a task that changes the file.
///
/// The reference is weak while the task retries a change that failed. Otherwise a client that the app has released
/// would stay in memory as long as the file cannot be written. The change itself does not need the queue.
@MainActor final class QueueReference {
  /// The queue; nil if it was released during a retry.
  private(set) var queue: PaymentQueue?
  let dependencies: QueueDependencies

  init(_ queue: PaymentQueue) {
    self.queue = queue
    dependencies = queue.dependencies
  }

  /// Applies a change to the file, and retries with a backoff until that succeeds.
  func persistently(_ change: @Sendable (TransactionStore) async throws -> Void) async {
    if await dependencies.once(change) { return }
    let released = { [weak queue = self.queue] in queue }
    queue = nil
    await dependencies.retry(change)
    queue = released()
  }
  /// Reports the outcome of a payment to the payment sheet of its transaction.
  func reportOutcome(of machine: TransactionMachine, _ outcome: OnsidePaymentOutcome) {
    dependencies.screens.paymentDidEnd(machine, outcome, in: queue?.account.session)
  }
}
