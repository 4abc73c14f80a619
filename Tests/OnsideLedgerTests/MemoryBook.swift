import Foundation
import LedgerTestSupport
import OnsideMerchant

/// The ledger's rules with dictionaries in place of a database.
struct MemoryBook {
  private(set) var known = LedgerSnapshot()

  /// Records purchases for a customer. The time is in seconds after `InAppPurchase.epoch`.
  @discardableResult
  mutating func present(
    _ purchases: [InAppPurchase], for customer: String, at now: TimeInterval
  ) throws -> [LedgerDecision.Outcome] {
    let request = try LedgerRequest(SignedHistory(purchases), for: customer, at: InAppPurchase.epoch + now)
    let (decisions, changes) = LedgerBatch([request]).decide(known)
    known.owners.merge(changes.owners) { $1 }
    known.orders.merge(changes.newOrders) { $1 }
    known.orders.merge(changes.changedOrders) { $1 }
    known.evidence.formUnion(changes.evidence.keys)
    return decisions[0].map(\.outcome)
  }

  /// Returns the entitlements of a customer. The time is in seconds after `InAppPurchase.epoch`.
  func entitlements(of customer: String, at now: TimeInterval) -> [Entitlement] {
    LedgerRules.entitlements(
      of: known.orders.values.filter { $0.customer == ExactText(customer) }, at: LedgerTime(InAppPurchase.epoch + now))
  }

  /// Returns the statement that determines an order's state.
  func statement(_ order: UUID) -> OrderStatement? { known.orders[order]?.statement }
}
