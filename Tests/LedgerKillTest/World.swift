import Foundation
import LedgerTestSupport
import OnsideMerchant
import SeededGenerator

/// The orders that the backends record, the same for every process. A number names an order.
enum World {
  static let product = "coins"

  /// An order's number, which is in its name.
  static func number(_ order: UUID) -> Int {
    Int(UInt64(bigEndian: withUnsafeBytes(of: order.uuid) { $0.loadUnaligned(as: UInt64.self) }))
  }

  /// The name of an order.
  static func order(_ number: Int) -> UUID {
    withUnsafeBytes(of: (UInt64(number).bigEndian, UInt64(0))) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// Whose it is.
  static func customer(_ number: Int) -> String { "customer-\(number % 7)" }

  /// What the store says of an order: that it stands, and later of every fourth that it was taken back.
  static func purchase(_ number: Int, isLater: Bool) -> InAppPurchase {
    InAppPurchase(
      order: order(number), product: product, type: .consumable, fetched: isLater ? 2 : 1,
      revoked: isLater && number.isMultiple(of: 4) ? 1.5 : nil)
  }

  /// Whether a stored statement takes its order back.
  static func revokes(_ evidence: LedgerEvidence) -> Bool {
    number(evidence.orderID).isMultiple(of: 4) && evidence.fetchedAt == InAppPurchase.epoch + 2
  }
}
