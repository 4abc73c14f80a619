import Foundation
import OnsideCore

/// An order as local testing stores it: the charge, the account, and the idempotency keys.
package struct LocalOrder: Hashable, Sendable {
  /// The order that the SDK receives.
  package var order: OnsideOrder
  /// The charged account, `OnsideSession.account`.
  package var account: String
  /// The time of the charge.
  package var date: Date
  /// The idempotency keys under which this order is returned, starting with the key of the charge. There are several if
  /// the user bought a product that the account already had.
  package var keys: [UUID]
  /// Whether the account can restore the order: a non-consumable or a subscription that was not refunded.
  package var isEntitlement: Bool
}
