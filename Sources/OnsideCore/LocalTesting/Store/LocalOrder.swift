import Foundation

/// An order as local testing keeps it: what was charged, to whom, and under which keys it was asked for.
package struct LocalOrder: Hashable, Sendable {
  /// What the SDK is told of it.
  package var order: OnsideOrder
  /// Who was charged: ``OnsideSession/account``.
  package var account: String
  /// When.
  package var date: Date
  /// The idempotency keys that this order answers, the one that was charged first. More than one, if the user bought
  /// again what is had already.
  package var keys: [UUID]
}
