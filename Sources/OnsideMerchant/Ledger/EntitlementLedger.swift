import Foundation

/// The book of what customers have: an order is granted once, however often and by how many at once it is presented.
///
/// Every decision is on the disk, with its evidence, when ``record(_:for:)`` returns. To record the same history again
/// changes nothing, so after an error whose outcome is not known the caller simply repeats.
///
/// A customer is whatever the publisher's backend calls its user, after it has checked who that is: 1 to 1,024 bytes of
/// UTF-8 without U+0000. Other names are ``LedgerError/invalidCustomer``.
public protocol EntitlementLedger: Sendable {
  /// Takes every purchase of a history into the book, for one customer.
  ///
  /// - Parameter history: its signature was checked; that is what `SignedHistory` stands for.
  /// - Returns: one decision for each purchase of the history, in its order.
  func record(_ history: SignedHistory, for customer: String) async throws(LedgerError) -> [LedgerDecision]

  /// What a customer has at a time, in all apps whose purchases are in the book.
  ///
  /// - Returns: by app, then by product, then by subscription; the same for the same book.
  func entitlements(of customer: String, at now: Date) async throws(LedgerError) -> [Entitlement]

  /// The orders, of these and in their order, about which nothing was decided yet. That one is somebody else's
  /// (`belongsToAnother`) is not about the order.
  func newOrders(of orders: [UUID]) async throws(LedgerError) -> [UUID]

  /// Why an order is what it is: every statement that was presented for it, the oldest decision first.
  ///
  /// It names customers, so it is for the publisher, not for a customer.
  func evidence(of order: UUID) async throws(LedgerError) -> [LedgerEvidence]
}
