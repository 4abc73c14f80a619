import Foundation
import LedgerTestSupport
import OnsideMerchant

/// The rules, with a dictionary for a database.
struct MemoryBook {
  private(set) var known = LedgerSnapshot()

  /// Presents purchases at a time, in seconds after `InAppPurchase.epoch`.
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

  /// What a customer has, in seconds after `InAppPurchase.epoch`.
  func entitlements(of customer: String, at now: TimeInterval) -> [Entitlement] {
    LedgerRules.entitlements(
      of: known.orders.values.filter { $0.customer == ExactText(customer) }, at: LedgerTime(InAppPurchase.epoch + now))
  }

  /// The statement that counts for an order.
  func statement(_ order: UUID) -> OrderStatement? { known.orders[order]?.statement }
}
