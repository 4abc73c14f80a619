import Foundation

/// An entry of the outbox: an order whose new state the publisher's server does not know yet.
///
/// The outbox has at most one entry for each order. An event tells the order's state at its delivery, so a later change
/// replaces an entry that was not delivered. The outbox is therefore bounded by the number of orders, and a receiver that
/// does not answer for a week gets the newest state of each order afterward.
package struct OutboxEntry: Hashable, Sendable {
  /// The event's id. A later change of the same order has another one.
  package let event: UUID
  package let orderID: UUID
  /// The app of the order.
  package let bundleID: ExactText
  /// The time of the change. A time in the future, from a clock that was ahead, becomes the time at which the entry is
  /// taken or postponed: otherwise the entry's age would be 0 until then.
  package var createdAt: LedgerTime
  /// The number of failed deliveries.
  package var attempts: Int

  /// The time for which an entry is taken, in microseconds: longer than the timeout of a delivery.
  static let lease: Int64 = 120_000_000
  /// The pause of an event whose order cannot be read, in microseconds: an hour, as the longest pause of a delivery.
  static let damagePause: Int64 = 3_600_000_000
  /// A delivery that is later than this from now on was planned by a clock that was wrong, so it is due: two hours.
  static let furthest: Int64 = 2 * damagePause

  package init(event: UUID, orderID: UUID, bundleID: ExactText, createdAt: LedgerTime, attempts: Int = 0) {
    self.event = event
    self.orderID = orderID
    self.bundleID = bundleID
    self.createdAt = createdAt
    self.attempts = attempts
  }

  /// Returns whether a change of an order is an event: a grant, a refund, the end of a refund, or another product,
  /// quantity or end. Orders that were never granted have no events, because the publisher's server never had them.
  static func isDue(after order: LedgerOrder, before: LedgerOrder?) -> Bool {
    guard order.grant != nil else { return false }
    guard let before, before.grant != nil else { return true }
    return shown(order) != shown(before)
  }

  /// The part of an order that an event shows.
  private static func shown(_ order: LedgerOrder) -> [AnyHashable?] {
    let statement = order.statement
    return [
      statement.revokedAt != nil, statement.bundleID, statement.productID, statement.productType, statement.quantity,
      statement.expiresAt,
    ]
  }
}
