import OnsideCore

/// An observer that records the notifications of the payment queue, and lets a test wait for them.
@MainActor package final class QueueNews: OnsidePaymentTransactionObserver {
  /// A notification of the queue.
  package enum Item: Equatable {
    case updated([OnsidePaymentTransaction])
    case removed([OnsidePaymentTransaction])
    case restored
    case restoreFailed(OnsideTransactionsRestoreError)
    case storefront(String?)

    var updated: [OnsidePaymentTransaction] { if case .updated(let all) = self { all } else { [] } }
    var removed: [OnsidePaymentTransaction] { if case .removed(let all) = self { all } else { [] } }
  }

  package private(set) var items: [Item] = []
  private var waiting: [(id: Int, isThere: () -> Bool, continuation: CheckedContinuation<Void, any Error>)] = []
  private var latestID = 0
  /// The closure that is called with each transaction in each update.
  package var onUpdate: (OnsidePaymentTransaction) -> Void = { _ in }

  /// Creates an observer without notifications.
  package init() {}

  /// The state of each transaction at each delivery, in order.
  package var states: [OnsidePaymentTransactionState] { updates.map(\.transactionState) }
  /// All delivered transactions, in order.
  package var updates: [OnsidePaymentTransaction] { items.flatMap(\.updated) }
  /// All removed transactions, in order.
  package var removals: [OnsidePaymentTransaction] { items.flatMap(\.removed) }

  /// Returns when the condition holds.
  ///
  /// - Throws: ``WaitedTooLong``.
  package func wait(
    file: StaticString = #fileID, line: UInt = #line, until isThere: @escaping () -> Bool
  ) async throws {
    guard !isThere() else { return }
    latestID += 1
    let id = latestID
    let timer = Task {
      try await Task.sleep(for: hangTimeout)
      giveUp(id, "The notifications that \(file):\(line) waits for did not come within \(hangTimeout): \(items)")
    }
    defer { timer.cancel() }
    try await withCheckedThrowingContinuation { waiting.append((id, isThere, $0)) }
  }

  private func giveUp(_ id: Int, _ reason: String) {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
    waiting.remove(at: index).continuation.resume(throwing: WaitedTooLong(description: reason))
  }

  /// Waits until `count` transactions have been delivered in a state, and returns the last of them.
  ///
  /// - Throws: ``WaitedTooLong``.
  @discardableResult
  package func wait(
    for state: OnsidePaymentTransactionState, count: Int = 1, file: StaticString = #fileID, line: UInt = #line
  ) async throws -> OnsidePaymentTransaction {
    try await wait(file: file, line: line) { self.states.filter { $0 == state }.count >= count }
    return updates.last { $0.transactionState == state }!
  }

  private func tell(_ item: Item) {
    items.append(item)
    let ready = waiting.filter { $0.isThere() }
    waiting.removeAll { $0.isThere() }
    for waiter in ready { waiter.continuation.resume() }
  }

  package func onsidePaymentQueue(_ queue: any OnsidePaymentQueue, updatedTransactions: [OnsidePaymentTransaction]) {
    tell(.updated(updatedTransactions))
    for transaction in updatedTransactions { onUpdate(transaction) }
  }

  package func onsidePaymentQueue(_ queue: any OnsidePaymentQueue, removedTransactions: [OnsidePaymentTransaction]) {
    tell(.removed(removedTransactions))
  }

  package func onsidePaymentQueueRestoreCompletedTransactionsFinished(_ queue: any OnsidePaymentQueue) {
    tell(.restored)
  }

  package func onsidePaymentQueue(
    _ queue: any OnsidePaymentQueue,
    restoreCompletedTransactionsFailedWithError error: OnsideTransactionsRestoreError
  ) { tell(.restoreFailed(error)) }

  package func onsidePaymentQueueDidChangeStorefront(_ queue: any OnsidePaymentQueue) {
    tell(.storefront(queue.storefront?.countryCode))
  }
}
