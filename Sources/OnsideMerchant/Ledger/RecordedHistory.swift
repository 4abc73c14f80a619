/// The result of recording a history for a customer.
public struct RecordedHistory: Hashable, Sendable {
  /// One decision for each purchase, in the order of the history.
  public let decisions: [LedgerDecision]
  /// The customer's entitlements after these decisions, at the time that the caller named, in all apps whose purchases the
  /// ledger has recorded. They are sorted as those of ``EntitlementLedger/entitlements(of:at:)``.
  public let entitlements: [Entitlement]

  /// Creates the result of ``EntitlementLedger/record(_:for:entitlementsAt:)``.
  public init(decisions: [LedgerDecision], entitlements: [Entitlement]) {
    self.decisions = decisions
    self.entitlements = entitlements
  }
}
