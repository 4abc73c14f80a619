/// The result of recording a history for a customer.
public struct RecordedHistory: Hashable, Sendable {
  /// One decision for each purchase, in the order of the history.
  public let decisions: [LedgerDecision]
  /// What the customer owns after these decisions, in all apps whose purchases the ledger has recorded.
  public let entitlements: [Entitlement]

  /// Creates a result of an ``EntitlementLedger``.
  public init(decisions: [LedgerDecision], entitlements: [Entitlement]) {
    self.decisions = decisions
    self.entitlements = entitlements
  }
}
