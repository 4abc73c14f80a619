import Foundation
import LedgerTestSupport
import OnsideMerchant

/// The store of the model: one purchase, or one subscription with up to two periods.
struct StoreModel {
  /// The length of a subscription's period, in seconds.
  static let period: TimeInterval = 1_000

  enum Product: CaseIterable, Sendable {
    case purchase, subscription
  }

  private struct Order {
    let id: UUID
    let end: TimeInterval?
    var revoked: TimeInterval?
  }

  let product: Product
  private var orders: [Order] = []
  /// The orders before the last change, and the time of that change.
  private var earlier: (orders: [Order], change: TimeInterval) = ([], 0)
  private let ids = [UUID(), UUID()]

  init(_ product: Product) { self.product = product }

  var isSold: Bool { !orders.isEmpty }
  var canRenew: Bool { product == .subscription && orders.count == 1 && orders[0].revoked == nil }
  var canRefund: Bool { orders.last.map { $0.revoked == nil } ?? false }
  var canReinstate: Bool { orders.last.map { $0.revoked != nil } ?? false }
  /// The orders that exist.
  var sold: [UUID] { orders.map(\.id) }

  // MARK: Changes

  mutating func buy(at now: TimeInterval) { add(end: Self.period, at: now) }

  mutating func renew(at now: TimeInterval) { add(end: 2 * Self.period, at: now) }

  mutating func refund(at now: TimeInterval) {
    keep(at: now)
    orders[orders.count - 1].revoked = now
  }

  /// Takes back the refund of the last order.
  mutating func reinstate(at now: TimeInterval) {
    keep(at: now)
    orders[orders.count - 1].revoked = nil
  }

  private mutating func add(end: TimeInterval, at now: TimeInterval) {
    keep(at: now)
    orders.append(Order(id: ids[orders.count], end: product == .subscription ? end : nil))
  }

  private mutating func keep(at now: TimeInterval) { earlier = (orders, now) }

  // MARK: Statements

  /// Returns what the store says now.
  func statement(at now: TimeInterval) -> [InAppPurchase] { Self.purchases(orders, product, fetched: now) }

  /// Returns what the store said just before its last change; empty if nothing was sold then.
  func earlierStatement() -> [InAppPurchase] {
    Self.purchases(earlier.orders, product, fetched: earlier.change - 0.25)
  }

  private static func purchases(
    _ orders: [Order], _ product: Product, fetched: TimeInterval
  ) -> [InAppPurchase] {
    orders.map { order in
      InAppPurchase(
        order: order.id, original: orders[0].id, product: product == .subscription ? "monthly" : "lifetime",
        type: product == .subscription ? .autoRenewableSubscription : .nonConsumable, fetched: fetched,
        expires: order.end, revoked: order.revoked)
    }
  }
}
