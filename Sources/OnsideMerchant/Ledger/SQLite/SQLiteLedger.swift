import CausewayDatabase
import Foundation

/// The ledger in an SQLite file, for a publisher with one server.
///
/// Calls that arrive at the same time share one commit to disk. While the ledger is open, no other process can open
/// the file.
public final class SQLiteLedger: EntitlementLedger {
  private let commitQueue: LedgerCommitQueue<SQLiteLedgerStorage>
  private let clock: @Sendable () -> Date
  /// The database file.
  public let file: URL

  /// Opens the file, or creates it.
  ///
  /// - Throws: `LedgerError`. If the error is `damaged`, the damaged file is kept next to the original, under a name
  ///   that the error contains. Until that file is moved away, no new ledger can be created, because a new ledger would
  ///   grant every order again. Other errors are `newer`, `notAllowed`, `unavailable` (another process has the file
  ///   open, or there is no room) and `failed`.
  public convenience init(file: URL) throws(LedgerError) {
    try self.init(file: file, clock: { Date() })
  }

  /// Opens the file with a clock that provides the time of decisions. Tests pass their own clock.
  package init(file: URL, clock: @escaping @Sendable () -> Date) throws(LedgerError) {
    self.file = file
    self.clock = clock
    // No other process can open the file, so calls need no timeout.
    commitQueue = LedgerCommitQueue([LedgerWorker(try SQLiteLedgerStorage(file))], timeout: nil)
  }

  /// Records every purchase of a history; see ``EntitlementLedger/record(_:for:)``.
  public func record(_ history: SignedHistory, for customer: String) async throws(LedgerError) -> [LedgerDecision] {
    try await commitQueue.record(try LedgerRequest(history, for: customer, at: clock()))
  }

  /// Returns what a customer owns at a time; see ``EntitlementLedger/entitlements(of:at:)``.
  public func entitlements(of customer: String, at now: Date) async throws(LedgerError) -> [Entitlement] {
    try await commitQueue.entitlements(of: customer, at: now)
  }

  /// Returns the orders without a decision; see ``EntitlementLedger/newOrders(of:)``.
  public func newOrders(of orders: [UUID]) async throws(LedgerError) -> [UUID] {
    try await commitQueue.newOrders(of: orders)
  }

  /// Returns the statements and decisions about an order; see ``EntitlementLedger/evidence(of:)``.
  public func evidence(of order: UUID) async throws(LedgerError) -> [LedgerEvidence] {
    try await commitQueue.evidence(of: order)
  }

  /// Counts the stored orders, up to the limit.
  package func orderCount(atMost limit: Int) async throws(LedgerError) -> Int {
    try await commitQueue.orderCount(atMost: limit)
  }

  /// Finishes the running calls and closes the file. Waiting calls and all later calls throw `closed`.
  public func close() async {
    await commitQueue.close()
  }
}
