import Foundation
import LedgerTestSupport
import OnsideMerchant

/// The ledger's rules in their simplest form, for one purchase or one subscription: what the newest statement that has
/// reached the backend says, for the customer who was first.
struct LedgerModel {
  /// The newest statement about each order that has reached the backend.
  private(set) var newest: [UUID: InAppPurchase] = [:]
  private(set) var owner: String?
  private(set) var granted: Set<UUID> = []
  /// The orders that a statement for the owner contained.
  private var owned: Set<UUID> = []

  /// Records a statement.
  ///
  /// - Parameter customer: the customer who presents it; nil if it comes from the store itself.
  /// - Returns: the decisions.
  mutating func record(
    _ purchases: [InAppPurchase], for customer: String?, at now: TimeInterval
  ) -> [LedgerDecision] {
    guard !purchases.isEmpty else { return [] }
    if let customer, owner == nil { owner = customer }
    if let customer, owner != customer {
      return purchases.map { LedgerDecision(orderID: $0.orderID, outcome: .belongsToAnother) }
    }
    return purchases.compactMap { purchase in
      let id = purchase.orderID
      if newest[id].map({ $0.fetchedAt < purchase.fetchedAt }) ?? true { newest[id] = purchase }
      guard owner != nil else { return nil }
      owned.insert(id)
      return LedgerDecision(orderID: id, outcome: decision(id, at: now))
    }
  }

  private mutating func decision(_ id: UUID, at now: TimeInterval) -> LedgerDecision.Outcome {
    if newest[id]?.revocationDate != nil { return .revoked }
    if !isValid(id, at: now) { return .expired }
    return granted.insert(id).inserted ? .granted : .alreadyGranted
  }

  private func isValid(_ id: UUID, at now: TimeInterval) -> Bool {
    guard let statement = newest[id], statement.revocationDate == nil else { return false }
    return statement.expiresAt.map { $0 > max(InAppPurchase.epoch + now, statement.fetchedAt) } ?? true
  }

  /// Returns the orders behind a customer's entitlements: none or one, because there is one product.
  func entitlements(of customer: String, at now: TimeInterval) -> [UUID] {
    guard customer == owner else { return [] }
    let valid = granted.filter { isValid($0, at: now) }
    let last = valid.max { (newest[$0]?.expiresAt ?? .distantFuture) < (newest[$1]?.expiresAt ?? .distantFuture) }
    return last.map { [$0] } ?? []
  }

  /// Whether the store must be asked about an order again.
  func needsCheck(_ id: UUID) -> Bool {
    granted.contains(id) && newest[id]?.revocationDate == nil
  }
}
