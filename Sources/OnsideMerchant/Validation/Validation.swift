import Foundation

/// The result of validating a history that an app presented.
public struct Validation: Hashable, Sendable {
  /// The purchases in the history that the app presented, unchanged and in the history's order.
  public var purchases: [InAppPurchase]
  /// The ledger's decisions about the presented orders, in the order of the history, without the ``unconfirmed`` ones.
  public var decisions: [LedgerDecision]
  /// The customer's current entitlements in the validator's apps, including those from earlier calls.
  public var entitlements: [Entitlement]
  /// The orders that the Merchant API confirmed in this call.
  public var confirmed: Set<UUID>
  /// The orders that needed a confirmation and did not get one, with the reason. The ledger recorded nothing about
  /// them.
  public var unconfirmed: [UUID: ConfirmationError]
  /// The deviations of the app's history from the published schema.
  public var violations: [SchemaViolation]

  /// Creates the result that a ``PurchaseValidator`` returns.
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
