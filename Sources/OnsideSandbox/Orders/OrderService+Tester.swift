import CausewayDatabase
import Foundation
import OnsideMerchant

/// An entry of the purchase history, with the account that paid.
package struct SandboxPurchase: Hashable, Sendable {
  /// The account's id.
  package var account: String
  /// The purchase.
  package var purchase: InAppPurchase
  /// The product's title.
  package var title: String
  /// The part of the price that the customer got back after an upgrade; see ``SandboxOrder/proratedRefund``.
  package var proratedRefund: Int64?
}

extension OrderService {
  /// Returns a page of the orders of all accounts, the newest first.
  ///
  /// - Parameters:
  ///   - id: the id of the last order of the previous page; nil for the first page.
  ///   - limit: the maximum number of orders.
  /// - Throws: `unknown_order` if no order has this id.
  package func newest(before id: UUID? = nil, limit: Int = 100) throws(SandboxProblem) -> [SandboxPurchase] {
    try subscriptions.catchUp()
    let orders = try database.run { () throws(DatabaseError) -> Result<[SandboxOrder], SandboxProblem> in
      let before = if let id { try records.order(id: id) } else { SandboxOrder?.none }
      guard id == nil || before != nil else { return .failure(.unknownOrder) }
      return .success(try records.newest(before: before?.number, limit: limit))
    }.get()
    return orders.compactMap { SandboxPurchase($0, at: clock.now(of: $0.account)) }
  }

  /// Returns how many orders each account has, by account id.
  func counts() throws(SandboxProblem) -> [String: Int] {
    try subscriptions.catchUp()
    return try database.run { () throws(DatabaseError) in try records.counts() }
  }

  /// Refunds a purchase, once. A subscription ends with the refund of any of its orders.
  ///
  /// - Returns: the refunded order, even if an earlier call refunded it.
  /// - Throws: `unknown_order`.
  package func refund(_ id: UUID, reason: String?) throws(SandboxProblem) -> SandboxPurchase {
    try subscriptions.catchUp()
    let order = try database.runTransaction { () throws(DatabaseError) -> Result<SandboxOrder, SandboxProblem> in
      guard var order = try records.order(id: id) else { return .failure(.unknownOrder) }
      guard order.revoked == nil else { return .success(order) }
      let now = try clock.moment(of: order.account)
      (order.revoked, order.revocationReason) = (now, reason)
      try records.revoke(order.number, at: now, reason: reason)
      try subscriptions.end(order.original, .refunded, at: now)
      return .success(try records.order(order.number) ?? order)
    }
    guard let purchase = SandboxPurchase(order, at: clock.now(of: order.account)) else {
      throw SandboxProblem(.internalError, "The stored order has no valid id")
    }
    return purchase
  }
}

extension SandboxPurchase {
  fileprivate init?(_ order: SandboxOrder, at now: Date) {
    guard let purchase = InAppPurchase(order, fetchedAt: now) else { return nil }
    self.init(
      account: order.account, purchase: purchase, title: order.product.localizedTitle,
      proratedRefund: order.proratedRefund)
  }
}
