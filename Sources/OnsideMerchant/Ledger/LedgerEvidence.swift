import Foundation

/// Why the ledger decided something: a signed statement of the store, who presented it, and what came of it.
///
/// The same statement for the same order and customer is kept once, with the first decision. Whoever has the text of
/// the signature can present it, so descriptions and mirrors are without it.
public struct LedgerEvidence: Hashable, Sendable {
  /// The order.
  public let orderID: UUID
  /// Who presented the statement.
  public let customer: String
  /// What was decided.
  public let outcome: LedgerDecision.Outcome
  /// When it was decided, by the backend's clock.
  public let date: Date
  /// When the store made the statement.
  public let fetchedAt: Date
  /// The key that the statement was signed with.
  public let keyID: String?
  /// The SHA-256 of ``jws``, 32 bytes.
  public let digest: [UInt8]
  /// The statement as it was signed, a compact JWS. It does not belong into logs.
  public let jws: String

  /// A decision with its evidence, as an ``EntitlementLedger`` has stored it.
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
  /// The order, the decision, and what the statement can be found by.
  public var description: String {
    let hash = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "LedgerEvidence(\(orderID): \(outcome.rawValue), statement \(hash))"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// All but the statement's text.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "orderID": orderID, "customer": customer, "outcome": outcome, "date": date, "fetchedAt": fetchedAt,
        "keyID": keyID as Any, "digest": digest,
      ])
  }
}
