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
  /// The idempotency keys that this order answers, that of the charge first. There are several if the user bought again
  /// a product that the account had already.
  package var keys: [UUID]
}
