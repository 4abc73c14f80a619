import CausewayDatabase
import Foundation
import OnsideMerchant

/// A purchase as the history has it, and who paid.
package struct SandboxPurchase: Hashable, Sendable {
  /// The account's id.
  package var account: String
  /// The purchase.
  package var purchase: InAppPurchase
  /// What was bought, in words.
  package var title: String
}

extension SandboxStore {
  /// A page of every order, the newest first.
  ///
  /// - Parameters:
  ///   - id: the last order of the page before; nil for the first page.
  ///   - limit: how many at most.
  /// - Throws: `unknown_order` if there is none of this id.
  package func orders(before id: UUID? = nil, limit: Int = 100) throws(SandboxProblem) -> [SandboxPurchase] {
    try catchUp()
    let orders = try keeping { () throws(DatabaseError) -> Result<[SandboxOrder], SandboxProblem> in
      let before = if let id { try records.order(id: id) } else { SandboxOrder?.none }
      guard id == nil || before != nil else { return .failure(.unknownOrder) }
      return .success(try records.newestOrders(before: before?.number, limit: limit))
    }.get()
    let now = clock.now(real: options.realTime())
    return orders.compactMap { SandboxPurchase($0, at: now) }
  }

  /// Takes a purchase back; once. A subscription ends with it.
  ///
  /// - Returns: the order as it is now, also if it was refunded before.
  /// - Throws: `unknown_order`.
  package func refund(_ id: UUID, reason: String?) throws(SandboxProblem) -> SandboxPurchase {
    try catchUp()
    let order = try transaction { () throws(DatabaseError) -> Result<SandboxOrder, SandboxProblem> in
      guard var order = try records.order(id: id) else { return .failure(.unknownOrder) }
      guard order.revoked == nil else { return .success(order) }
      let now = try moment()
      (order.revoked, order.revocationReason) = (now, reason)
      try records.revoke(order.number, at: now, reason: reason)
      try end(order.original, at: now)
      return .success(try records.order(order.number) ?? order)
    }
    guard let purchase = SandboxPurchase(order, at: clock.now(real: options.realTime())) else {
      throw SandboxProblem(.internalError, "The order in the file has no id")
    }
    return purchase
  }
}

extension SandboxPurchase {
  fileprivate init?(_ order: SandboxOrder, at now: Date) {
    guard let purchase = InAppPurchase(order, fetchedAt: now) else { return nil }
    self.init(account: order.account, purchase: purchase, title: order.product.localizedTitle)
  }
}
