import Foundation
import OnsideMerchant

/// The ledger in PostgreSQL, for a publisher with several servers: all of them may use the same database at once.
///
/// What is recorded at the same time is committed together. When the server goes away, for a restart or a failover,
/// calls wait for it and go on; after a while they throw `unavailable`, and later ones try again.
public final class PostgreSQLLedger: EntitlementLedger {
  private let desk: LedgerDesk<PostgreSQLStorage>
  private let clock: @Sendable () -> Date

  /// Connects, and makes the tables or brings them to this version.
  ///
  /// - Parameters:
  ///   - connection: a connection string as libpq reads it, such as `postgresql://ledger@db.example/shop`; how the
  ///     connection is encrypted stands there too (`sslmode=verify-full`). The tables are in the first schema of its
  ///     `search_path`, and their names begin with `onside_ledger_`.
  ///   - connections: how many there are at most, at least 1.
  ///   - patience: how long a call waits for a server that is away or does not answer, from when it is made.
  /// - Throws: `LedgerError`: `invalidConnectionString`, `notAllowed`, `unavailable`, `newer`, `failed`.
  public convenience init(
    connection: String, connections: Int = 4, patience: Duration = .seconds(30)
  ) async throws(LedgerError) {
    try await self.init(connection: connection, connections: connections, patience: patience, clock: { Date() })
  }

  /// With a clock, which says when decisions are made.
  package init(
    connection: String, connections: Int = 4, patience: Duration = .seconds(30), clock: @escaping @Sendable () -> Date
  ) async throws(LedgerError) {
    precondition(connections > 0, "A ledger without connections")
    self.clock = clock
    let string = try ConnectionString(connection)
    let workers = (0..<connections).map { _ in LedgerWorker(PostgreSQLStorage(string)) }
    desk = LedgerDesk(workers, patience: patience)
    try await desk.read { storage throws(PostgreSQLFailure) in try storage.check() }
  }

  /// Takes every purchase of a history into the book, see `EntitlementLedger.record(_:for:)`.
  public func record(_ history: SignedHistory, for customer: String) async throws(LedgerError) -> [LedgerDecision] {
    try await desk.record(try LedgerRequest(history, for: customer, at: clock()))
  }

  /// What a customer has at a time, see `EntitlementLedger.entitlements(of:at:)`.
  public func entitlements(of customer: String, at now: Date) async throws(LedgerError) -> [Entitlement] {
    try await desk.entitlements(of: customer, at: now)
  }

  /// The orders about which nothing was decided yet, see `EntitlementLedger.newOrders(of:)`.
  public func newOrders(of orders: [UUID]) async throws(LedgerError) -> [UUID] {
    try await desk.newOrders(of: orders)
  }

  /// Why an order is what it is, see `EntitlementLedger.evidence(of:)`.
  public func evidence(of order: UUID) async throws(LedgerError) -> [LedgerEvidence] {
    try await desk.evidence(of: order)
  }

  /// How many orders it has; no more are counted than the limit.
  package func orderCount(atMost limit: Int) async throws(LedgerError) -> Int {
    try await desk.orderCount(atMost: limit)
  }

  /// Lets what is under way come to its end, and then the connections go. What waits, for its turn or for a server that
  /// is away, and everything after it throws an error, mostly `closed`.
  public func close() async {
    await desk.close()
  }
}
