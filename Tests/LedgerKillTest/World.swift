import Foundation
import LedgerTestSupport
import OnsideMerchant
import SeededGenerator

/// The orders that the backends record, identified by numbers. The orders are the same in every process.
enum World {
  static let product = "coins"

  /// Returns the number in an order's id.
  static func number(_ order: UUID) -> Int {
    Int(UInt64(bigEndian: withUnsafeBytes(of: order.uuid) { $0.loadUnaligned(as: UInt64.self) }))
  }

  /// Returns the id of the order with this number.
  static func order(_ number: Int) -> UUID {
    withUnsafeBytes(of: (UInt64(number).bigEndian, UInt64(0))) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// Returns the customer of the order with this number.
  static func customer(_ number: Int) -> String { "customer-\(number % 7)" }

  /// Returns the store's statement about an order. The later statement revokes every fourth order.
  static func purchase(_ number: Int, isLater: Bool) -> InAppPurchase {
    InAppPurchase(
      order: order(number), product: product, type: .consumable, fetched: isLater ? 2 : 1,
      revoked: isLater && number.isMultiple(of: 4) ? 1.5 : nil)
  }

  /// Returns whether a stored statement revokes its order.
  static func revokes(_ evidence: LedgerEvidence) -> Bool {
    number(evidence.orderID).isMultiple(of: 4) && evidence.fetchedAt == InAppPurchase.epoch + 2
  }
}
