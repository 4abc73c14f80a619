import Foundation
import OnsideCore

/// An observer that waits for a number of transactions.
@MainActor final class DeliveredTransactions: OnsidePaymentTransactionObserver {
  private var purchased: [UUID: OnsidePaymentTransaction] = [:]
  private var removed: Set<UUID> = []
  private var waiting: (isOver: () -> Bool, continuation: CheckedContinuation<Void, Never>)?

  /// Waits until at least `count` transactions are paid, and returns them.
  func purchased(_ count: Int) async -> [OnsidePaymentTransaction] {
    await wait { [unowned self] in purchased.count >= count }
    return Array(purchased.values)
  }

  /// Waits until at least `count` transactions were removed.
  func removed(_ count: Int) async {
    await wait { [unowned self] in removed.count >= count }
  }

  private func wait(_ isOver: @escaping () -> Bool) async {
    guard !isOver() else { return }
    await withCheckedContinuation { waiting = (isOver, $0) }
  }

  private func look() {
    guard let waiting, waiting.isOver() else { return }
    self.waiting = nil
    waiting.continuation.resume()
  }

  func onsidePaymentQueue(_ queue: any OnsidePaymentQueue, updatedTransactions: [OnsidePaymentTransaction]) {
    for transaction in updatedTransactions where transaction.transactionState == .purchased {
      purchased[transaction.id] = transaction
    }
    look()
  }

  func onsidePaymentQueue(_ queue: any OnsidePaymentQueue, removedTransactions: [OnsidePaymentTransaction]) {
    removed.formUnion(removedTransactions.map(\.id))
    look()
  }
}
