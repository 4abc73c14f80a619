import Foundation

/// What the ledger decided about one purchase of a history.
public struct LedgerDecision: Hashable, Sendable {
  /// The order.
  public let orderID: UUID
  /// What was decided.
  public let outcome: Outcome

  /// A decision about an order, of an ``EntitlementLedger``.
  public init(orderID: UUID, outcome: Outcome) {
    self.orderID = orderID
    self.outcome = outcome
  }

  /// What the ledger says of an order, after it has taken a statement into account.
  ///
  /// All but `belongsToAnother` say how things stand by the newest statement that the ledger knows, which can be newer
  /// than the one that was presented: an older one changes nothing.
  public enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
    /// The order stands, and the customer gets it with this decision. At most once for each order.
    case granted
    /// The order stands, and the customer got it with an earlier decision, also if it was revoked in between.
    case alreadyGranted
    /// The store took the purchase back.
    case revoked
    /// The period that was paid is over.
    case expired
    /// The order, or the subscription that it renews, is somebody else's, or the purchase was made for somebody else
    /// (`app_account_token`). Nothing was changed, and nothing more is said.
    case belongsToAnother
  }
}
