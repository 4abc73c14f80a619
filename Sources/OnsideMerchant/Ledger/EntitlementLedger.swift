import Foundation

/// The record of what customers own. The ledger grants each order once, even if several calls present the order at the
/// same time.
///
/// When ``record(_:for:)`` or ``record(_:for:entitlementsAt:)`` returns, every decision is on disk with its evidence.
/// Recording the same history again changes nothing, so a caller can safely repeat a call that failed with an unknown
/// outcome.
///
/// A customer is the name that the publisher's backend uses for its logged-in user: 1 to 1,024 bytes of UTF-8 without
/// U+0000. The ledger refuses other names with ``LedgerError/invalidCustomer``.
public protocol EntitlementLedger: Sendable {
  /// Records every purchase of a history for one customer.
  ///
  /// - Parameter history: A history whose signature was checked, such as the result of a `HistoryVerifier`.
  /// - Returns: One decision for each purchase, in the order of the history.
  func record(_ history: SignedHistory, for customer: String) async throws(LedgerError) -> [LedgerDecision]

  /// Records every purchase of a history for one customer, and returns the decisions and the customer's entitlements. The
  /// default implementation calls ``record(_:for:)`` and then ``entitlements(of:at:)``. Implement this method only if the
  /// ledger can do both in one call to its database. If this method throws, the history may have been recorded.
  ///
  /// - Parameters:
  ///   - history: A history whose signature was checked.
  ///   - now: The time for which the ledger computes the entitlements.
  /// - Returns: The decisions, and what the customer owns at `now`.
  func record(
    _ history: SignedHistory, for customer: String, entitlementsAt now: Date
  ) async throws(LedgerError) -> RecordedHistory

  /// Returns what a customer owns at a time, in all apps whose purchases the ledger has recorded.
  ///
  /// - Returns: The entitlements, sorted by app, then by product, then by subscription. The order is the same in every
  ///   call.
  func entitlements(of customer: String, at now: Date) async throws(LedgerError) -> [Entitlement]

  /// Returns the orders about which the ledger has not decided yet, in the order of `orders`. The decision
  /// `belongsToAnother` does not count, because it is about the customer and not about the order.
  func newOrders(of orders: [UUID]) async throws(LedgerError) -> [UUID]

  /// Returns every statement that was presented for an order, with its decision, the oldest decision first.
  ///
  /// The evidence names customers, so show it to the publisher and never to a customer.
  func evidence(of order: UUID) async throws(LedgerError) -> [LedgerEvidence]
}

extension EntitlementLedger {
  /// Records a history with ``record(_:for:)``, and then reads the customer's entitlements with ``entitlements(of:at:)``.
  public func record(
    _ history: SignedHistory, for customer: String, entitlementsAt now: Date
  ) async throws(LedgerError) -> RecordedHistory {
    let decisions = try await record(history, for: customer)
    return RecordedHistory(decisions: decisions, entitlements: try await entitlements(of: customer, at: now))
  }
}
