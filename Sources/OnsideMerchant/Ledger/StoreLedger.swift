import Foundation

/// A ledger that also records what the store itself tells the backend, in an answer to a check or in a notification, and
/// that remembers when to check which order.
///
/// ``OrderSweep`` and ``NotificationReceiver`` use it.
package protocol StoreLedger: EntitlementLedger {
  /// Records a history that the backend has from the store itself, for the customers who have its orders. The decisions
  /// are the same as if those customers had presented the history.
  ///
  /// An order that no customer has presented stays without an owner and without a decision. The ledger remembers what the
  /// store said about it, so that an older history of an app cannot grant a refunded order later.
  ///
  /// A statement that is not newer than the stored one changes nothing. Only the answer to a check also moves the order's
  /// next check then.
  ///
  /// - Parameters:
  ///   - history: A history whose signature was checked.
  ///   - order: The order whose check the history answers; nil for a notification.
  /// - Returns: One decision for each purchase whose order has an owner, in the order of the history.
  func record(
    fromStore history: SignedHistory, checking order: UUID?
  ) async throws(LedgerError) -> [LedgerDecision]

  /// Takes granted orders whose check is due: first those that have waited longest, and last those that were granted
  /// before the ledger scheduled checks. A taken order is due again after 10 minutes unless its check ends before, so an
  /// end of the program loses no check, and two servers do not check the same order.
  ///
  /// - Parameter apps: The apps whose orders to take. Another backend checks those of its own apps.
  func takeDueChecks(of apps: Set<ExactText>, limit: Int) async throws(LedgerError) -> DueChecks

  /// Gives a taken order its usual next check, because the ledger cannot use the store's answer for the order's owner.
  func skipCheck(of order: UUID) async throws(LedgerError)

  /// Postpones the check of a taken order, because it failed, and counts the failure.
  func postponeCheck(_ check: OrderCheck, by pause: Duration) async throws(LedgerError)

  /// Undoes the taking of checks that were not made: they are due since the same time as before.
  func returnChecks(_ checks: [OrderCheck]) async throws(LedgerError)

  /// Makes the checks of all granted orders of these apps due that are not refunded, except those that are taken or are
  /// due within 10 minutes anyway. Orders whose check ended because of their age or their end are included, because the
  /// clock may have been wrong then: ``takeDueChecks(of:limit:)`` ends the check again if the order needs none.
  func makeAllChecksDue(of apps: Set<ExactText>) async throws(LedgerError)

  /// Returns how long the check that has waited longest is due; nil if none is due.
  func checkLag(of apps: Set<ExactText>) async throws(LedgerError) -> Duration?
}

extension StoreLedger {
  /// Records a notification of the store; see ``record(fromStore:checking:)``.
  package func record(fromStore history: SignedHistory) async throws(LedgerError) -> [LedgerDecision] {
    try await record(fromStore: history, checking: nil)
  }
}

/// The checks that were taken from a ledger.
package struct DueChecks: Hashable, Sendable {
  /// The checks as they were before they were taken.
  package let checks: [OrderCheck]
  /// The orders whose checks are due and whose rows are damaged. Their checks are postponed by a day, so that they do not
  /// stop the others.
  package let damaged: [UUID]

  package init(checks: [OrderCheck], damaged: [UUID]) {
    self.checks = checks
    self.damaged = damaged
  }
}

/// The next check of an order.
package struct OrderCheck: Hashable, Sendable {
  package let orderID: UUID
  /// The time from which the check is due; nil for no check.
  package var time: LedgerTime?
  /// The number of checks of the order in a row that failed.
  package var failures: Int64

  package init(orderID: UUID, time: LedgerTime?, failures: Int64 = 0) {
    self.orderID = orderID
    self.time = time
    self.failures = failures
  }

  /// The check of a stored order.
  package init(_ order: LedgerOrder) {
    self.init(orderID: order.orderID, time: order.checkAt, failures: order.checkFailures)
  }
}
