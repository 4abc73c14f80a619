import Foundation

/// One decision of the ledger with its reason: the store's signed statement and the customer who presented it.
///
/// If the same customer presents the same statement for the same order again, the ledger keeps only the first decision,
/// or the decision that granted the order.
/// Anyone who has the signed text can present it, so descriptions and mirrors omit the text.
public struct LedgerEvidence: Hashable, Sendable {
  /// The order that was decided.
  public let orderID: UUID
  /// The customer who presented the statement, or who has the order if the backend got the statement from the store.
  /// Empty if the store reported a refund before a customer presented the order.
  public let customer: String
  /// The decision.
  public let outcome: LedgerDecision.Outcome
  /// The time of the decision, by the backend's clock.
  public let date: Date
  /// The time at which the store made the statement.
  public let fetchedAt: Date
  /// The identifier of the key that signed the statement.
  public let keyID: String?
  /// The SHA-256 of ``jws``, 32 bytes.
  public let digest: [UInt8]
  /// The signed statement, a compact JWS. Do not log it.
  public let jws: String

  /// Creates the evidence that an ``EntitlementLedger`` has stored.
  public init(
    orderID: UUID, customer: String, outcome: LedgerDecision.Outcome, date: Date, fetchedAt: Date, keyID: String?,
    digest: [UInt8], jws: String
  ) {
    self.orderID = orderID
    self.customer = customer
    self.outcome = outcome
    self.date = date
    self.fetchedAt = fetchedAt
    self.keyID = keyID
    self.digest = digest
    self.jws = jws
  }
}

extension LedgerEvidence: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The order, the decision, and the digest that identifies the statement.
  public var description: String {
    let hash = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "LedgerEvidence(\(orderID): \(outcome.rawValue), statement \(hash))"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// All properties except the statement's text.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "orderID": orderID, "customer": customer, "outcome": outcome, "date": date, "fetchedAt": fetchedAt,
        "keyID": keyID as Any, "digest": digest,
      ])
  }
}
