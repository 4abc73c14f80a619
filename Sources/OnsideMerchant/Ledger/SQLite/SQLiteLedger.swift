import CausewayDatabase
import Foundation

/// The ledger in an SQLite file, for a publisher with one server.
///
/// What is recorded at the same time is committed together: one commit to the disk for all of it. The file belongs to
/// this process as long as the ledger is open.
public final class SQLiteLedger: EntitlementLedger {
  private let desk: LedgerDesk<SQLiteLedgerStorage>
  private let clock: @Sendable () -> Date
  /// The file.
  public let file: URL

  /// Opens the file, or makes one.
  ///
  /// - Throws: `LedgerError`: `damaged`, and the file is kept beside, under a name that the error gives; then no new one
  ///   begins until that is moved away, for a new book would grant every order again. `newer`, `notAllowed`,
  ///   `unavailable` if another process has it open or there is no room, `failed`.
  public convenience init(file: URL) throws(LedgerError) {
    try self.init(file: file, clock: { Date() })
  }

  /// With a clock, which says when decisions are made.
  package init(file: URL, clock: @escaping @Sendable () -> Date) throws(LedgerError) {
    self.file = file
    self.clock = clock
    // The file is this process's alone: nobody has to be waited for.
    desk = LedgerDesk([LedgerWorker(try SQLiteLedgerStorage(file))], patience: nil)
  }

  /// Takes every purchase of a history into the book, see ``EntitlementLedger/record(_:for:)``.
  public func record(_ history: SignedHistory, for customer: String) async throws(LedgerError) -> [LedgerDecision] {
    try await desk.record(try LedgerRequest(history, for: customer, at: clock()))
  }

  /// What a customer has at a time, see ``EntitlementLedger/entitlements(of:at:)``.
  public func entitlements(of customer: String, at now: Date) async throws(LedgerError) -> [Entitlement] {
    try await desk.entitlements(of: customer, at: now)
  }

  /// The orders about which nothing was decided yet, see ``EntitlementLedger/newOrders(of:)``.
  public func newOrders(of orders: [UUID]) async throws(LedgerError) -> [UUID] {
    try await desk.newOrders(of: orders)
  }

  /// Why an order is what it is, see ``EntitlementLedger/evidence(of:)``.
  public func evidence(of order: UUID) async throws(LedgerError) -> [LedgerEvidence] {
    try await desk.evidence(of: order)
  }

  /// How many orders it has; no more are counted than the limit.
  package func orderCount(atMost limit: Int) async throws(LedgerError) -> Int {
    try await desk.orderCount(atMost: limit)
  }

  /// Lets what is under way come to its end, and then the file go. What waits for its turn, and everything after it,
  /// throws `closed`.
  public func close() async {
    await desk.close()
  }
}
