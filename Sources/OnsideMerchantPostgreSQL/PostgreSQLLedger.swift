import Foundation
import OnsideMerchant

/// The ledger in PostgreSQL, for a publisher with several servers, which may all use the same database at once.
///
/// Calls that arrive at the same time share one commit. While the database server is unavailable, for example during a
/// restart or a failover, calls wait for it. After their timeout they throw `unavailable`, and later calls try to
/// connect again.
public final class PostgreSQLLedger: EntitlementLedger {
  package let commitQueue: LedgerCommitQueue<PostgreSQLStorage>
  package let clock: @Sendable () -> Date

  /// Connects, and creates the tables or migrates them to this version.
  ///
  /// - Parameters:
  ///   - connection: A connection string for libpq, such as `postgresql://ledger@db.example/shop`. It also sets the
  ///     encryption of the connection (`sslmode=verify-full`). The tables are in the first schema of its `search_path`,
  ///     and their names begin with `onside_ledger_`.
  ///   - connections: The maximum number of connections, at least 1.
  ///   - timeout: The timeout of a call, from its start, if the server is unavailable or does not answer.
  ///   - recordsEvents: Whether each change of an order becomes an event for the publisher's server from now on, which an
  ///     `EventDelivery` delivers. The database remembers it, for all servers: `false` leaves it as it is.
  ///     `causeway-merchant ledger events --off` ends it.
  /// - Throws: `LedgerError`: `invalidConnectionString`, `notAllowed`, `unavailable`, `newer`, `failed`.
  public convenience init(
    connection: String, connections: Int = 4, timeout: Duration = .seconds(30), recordsEvents: Bool = false
  ) async throws(LedgerError) {
    try await self.init(
      connection: connection, connections: connections, timeout: timeout, recordsEvents: recordsEvents,
      usesServerTime: true, clock: { Date() })
  }

  /// Connects with a clock that provides the time of decisions. Tests pass their own clock.
  ///
  /// - Parameters:
  ///   - password: The password for the connection; nil if libpq finds it itself, as in `PGPASSWORD`.
  ///   - usesServerTime: Whether the database's clock decides which checks and events are due, and not `clock`.
  package init(
    connection: String, password: String? = nil, connections: Int = 4, timeout: Duration = .seconds(30),
    recordsEvents: Bool = false, usesServerTime: Bool = false, clock: @escaping @Sendable () -> Date
  ) async throws(LedgerError) {
    precondition(connections > 0, "A ledger needs at least one connection.")
    self.clock = clock
    let string = try ConnectionString(connection, password: password)
    let workers = (0..<connections).map { _ in LedgerWorker(PostgreSQLStorage(string, usesServerTime: usesServerTime)) }
    commitQueue = LedgerCommitQueue(workers, timeout: timeout)
    try await commitQueue.read { storage throws(PostgreSQLFailure) in try storage.check() }
    if recordsEvents, try await !self.recordsEvents() { try await setRecordsEvents(true) }
  }

  /// Returns whether a connection string contains a password.
  ///
  /// - Throws: `invalidConnectionString`.
  package static func containsPassword(_ connection: String) throws(LedgerError) -> Bool {
    try ConnectionString(connection).containsPassword
  }

  /// Records every purchase of a history; see `EntitlementLedger.record(_:for:)`.
  public func record(_ history: SignedHistory, for customer: String) async throws(LedgerError) -> [LedgerDecision] {
    try await record(try LedgerRequest(history, for: customer, at: clock()))
  }

  /// Records a history and returns the decisions and the customer's entitlements; see
  /// `EntitlementLedger.record(_:for:entitlementsAt:)`.
  public func record(
    _ history: SignedHistory, for customer: String, entitlementsAt now: Date
  ) async throws(LedgerError) -> RecordedHistory {
    try await commitQueue.record(history, for: customer, at: clock(), entitlementsAt: now)
  }

  /// Returns what a customer owns at a time; see `EntitlementLedger.entitlements(of:at:)`.
  public func entitlements(of customer: String, at now: Date) async throws(LedgerError) -> [Entitlement] {
    try await commitQueue.entitlements(of: customer, at: now)
  }

  /// Returns the orders without a decision; see `EntitlementLedger.newOrders(of:)`.
  public func newOrders(of orders: [UUID]) async throws(LedgerError) -> [UUID] {
    try await commitQueue.newOrders(of: orders)
  }

  /// Returns the statements and decisions about an order; see `EntitlementLedger.evidence(of:)`.
  public func evidence(of order: UUID) async throws(LedgerError) -> [LedgerEvidence] {
    try await commitQueue.evidence(of: order)
  }

  /// Counts the stored orders, up to the limit.
  package func orderCount(atMost limit: Int) async throws(LedgerError) -> Int {
    try await commitQueue.orderCount(atMost: limit)
  }

  /// Finishes the running calls and closes the connections. Queued calls, calls that wait for an unreachable server,
  /// and all later calls throw an error, in most cases `closed`.
  public func close() async {
    await commitQueue.close()
  }
}

extension PostgreSQLLedger: QueuedLedger {
  package func order(_ id: UUID) async throws(LedgerError) -> LedgerOrder? { try await commitQueue.order(id) }

  package func orders(
    after id: UUID?, of customer: String?, limit: Int
  ) async throws(LedgerError) -> [LedgerOrder] {
    try await commitQueue.orders(after: id, of: customer, limit: limit)
  }

  package func owner(of original: UUID) async throws(LedgerError) -> ExactText? {
    try await commitQueue.owner(of: original)
  }

  package func prune(before bound: Date) async throws(LedgerError) -> LedgerPruning {
    try await commitQueue.prune(before: bound)
  }
}
