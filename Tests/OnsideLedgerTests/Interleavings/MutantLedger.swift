import CausewayDatabase
import Foundation
import LedgerTestSupport
import OnsideMerchant
import Testing

/// A real ledger with a fault in one of its rules, or without one. The checker must find each fault.
struct MutantLedger: Sendable {
  enum Fault: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// The statement that arrives last counts, and not the store's newest statement.
    case lastArrivalCounts
    /// Each presentation of a valid order is reported as a grant.
    case grantsAgain
    /// Each customer can have the order.
    case forgetsOwner
    /// A refund that the store itself reports is ignored.
    case ignoresRefundOfStore
    /// A refund that arrives before anybody has presented the order is forgotten.
    case forgetsEarlyRefund
    /// A new period that the store itself reports is ignored, so a renewal that nobody presents is lost.
    case ignoresRenewalOfStore
    /// A presented refund is ignored.
    case ignoresPresentedRefund
    /// The end of a period is ignored.
    case ignoresEnd
    /// A change of an order makes no second event while the first one waits.
    case keepsFirstEvent
    /// The note that an event was delivered also removes the event of a later change.
    case removesLaterEvent
    /// An order is asked about only once.
    case checksOnce
    /// An order is not asked about again after a failed check.
    case forgetsFailedCheck

    var testDescription: String { rawValue }
  }

  let ledger: SQLiteLedger
  let fault: Fault?
  let clock: TestClock

  func record(_ purchases: [InAppPurchase], for customer: String?) async throws -> [LedgerDecision] {
    var purchases = purchases
    let isForNobody = try await ledger.owner(of: purchases[0].originalOrderID) == nil
    var customer = customer
    switch fault {
    case .lastArrivalCounts:
      for place in purchases.indices { purchases[place].fetchedAt = clock.now }
    case .forgetsOwner where customer != nil:
      // Use the first customer's name, so that the order is granted to everybody who presents it.
      if let order = try await ledger.order(purchases[0].orderID), order.isClaimed { customer = order.customer.text }
    case .ignoresRefundOfStore where customer == nil: purchases.removeAll { $0.revocationDate != nil }
    case .ignoresPresentedRefund where customer != nil: purchases.removeAll { $0.revocationDate != nil }
    case .forgetsEarlyRefund where customer == nil && isForNobody: return []
    case .ignoresRenewalOfStore where customer == nil: purchases.removeAll { $0.orderID != $0.originalOrderID }
    case .ignoresEnd:
      for place in purchases.indices { purchases[place].expiresAt = nil }
    default: break
    }
    guard !purchases.isEmpty else { return [] }
    let waiting = fault == .keepsFirstEvent ? try await ledger.takeDueEvents(limit: 10) : []
    let decisions =
      if let customer {
        try await ledger.record(SignedHistory(purchases), for: customer)
      } else {
        try await ledger.record(fromStore: SignedHistory(purchases))
      }
    if !waiting.isEmpty { try await dropEvents() }
    if fault == .checksOnce, customer == nil {
      let checks = decisions.map { OrderCheck(orderID: $0.orderID, time: nil) }
      try await ledger.commitQueue.write { storage throws(DatabaseError) in try storage.setChecks(checks) }
    }
    if fault == .grantsAgain {
      return decisions.map {
        LedgerDecision(orderID: $0.orderID, outcome: $0.outcome == .alreadyGranted ? .granted : $0.outcome)
      }
    }
    return decisions
  }

  private func dropEvents() async throws {
    for event in try await ledger.takeDueEvents(limit: 10) { try await ledger.remove(event) }
  }

  func remove(_ event: OrderEvent) async throws {
    try await ledger.remove(event)
    if fault == .removesLaterEvent { try await dropEvents() }
  }

  /// Takes all checks, and fails to make them.
  func failChecks() async throws {
    try await ledger.makeAllChecksDue()
    for check in try await ledger.takeChecks(limit: 10) {
      if fault == .forgetsFailedCheck {
        try await ledger.returnChecks([OrderCheck(orderID: check.orderID, time: nil)])
      } else {
        try await ledger.postponeCheck(check, by: .seconds(300))
      }
    }
  }

  /// Whether the ledger will ask the store about an order again.
  func hasCheck(_ order: UUID) async throws -> Bool {
    try await ledger.order(order)?.checkAt != nil
  }
}
