import Foundation

/// The ledger's decision about one purchase of a history.
public struct LedgerDecision: Hashable, Sendable {
  /// The order that was decided.
  public let orderID: UUID
  /// The decision.
  public let outcome: Outcome

  /// Creates a decision of an ``EntitlementLedger``.
  public init(orderID: UUID, outcome: Outcome) {
    self.orderID = orderID
    self.outcome = outcome
  }

  /// The state of an order after the ledger has considered a statement.
  ///
  /// Except for `belongsToAnother`, an outcome follows from the newest statement that the ledger has stored. That
  /// statement can be newer than the presented one, because an older statement changes nothing.
  public enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
    /// The purchase is valid, and this decision grants it to the customer. This outcome occurs at most once for each
    /// order.
    case granted
    /// The purchase is valid, and an earlier decision granted it to the customer, even if the store revoked it in
    /// between.
    case alreadyGranted
    /// The store refunded or revoked the purchase.
    case revoked
    /// The paid period is over.
    case expired
    /// Another customer has the order or the subscription that it renews, or the purchase was made for another user
    /// (`app_account_token`). The ledger changed nothing, and it gives no details, because they concern another
    /// customer.
    case belongsToAnother
  }
}
