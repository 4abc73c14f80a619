import Foundation

/// What came of a history that an app presented.
public struct Validation: Hashable, Sendable {
  /// The purchases that were presented, as the app's history has them and in its order.
  public var purchases: [InAppPurchase]
  /// What the ledger decided about each order that was presented, in the order of the history, but for
  /// ``unconfirmed`` ones.
  public var decisions: [LedgerDecision]
  /// What the customer has now in the validator's apps, also from earlier calls.
  public var entitlements: [Entitlement]
  /// The orders that the Merchant API confirmed in this call.
  public var confirmed: Set<UUID>
  /// The orders that needed a confirmation and did not get it, and why. Nothing was recorded of them.
  public var unconfirmed: [UUID: ConfirmationError]
  /// What in the app's history is not as the schema says.
  public var violations: [SchemaViolation]

  /// What came of a history.
  public init(
    purchases: [InAppPurchase], decisions: [LedgerDecision], entitlements: [Entitlement], confirmed: Set<UUID>,
    unconfirmed: [UUID: ConfirmationError], violations: [SchemaViolation]
  ) {
    self.purchases = purchases
    self.decisions = decisions
    self.entitlements = entitlements
    self.confirmed = confirmed
    self.unconfirmed = unconfirmed
    self.violations = violations
  }
}
