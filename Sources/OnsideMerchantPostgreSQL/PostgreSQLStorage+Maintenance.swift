import Foundation
import OnsideMerchant

extension PostgreSQLStorage {
  // MARK: The sweep

  package func dueChecks(
    of app: ExactText, at now: LedgerTime, limit: Int
  ) throws(PostgreSQLFailure) -> [LedgerOrder] {
    let connection = try connection
    let due = try connection.query(
      """
      SELECT \(Self.columns) FROM onside_ledger_order
      WHERE bundle_id = $1 AND check_at > 0 AND check_at <= $2::bigint
      ORDER BY check_at LIMIT $3::bigint FOR UPDATE SKIP LOCKED
      """, app.text, "\(now.microseconds)", "\(limit)")
    var orders: [LedgerOrder] = []
    for row in 0..<due.count { orders.append(try due.order(row)) }
    guard orders.count < limit else { return orders }
    let unscheduled = try connection.query(
      """
      SELECT \(Self.columns) FROM onside_ledger_order WHERE bundle_id = $1 AND check_at = 0
      LIMIT $2::bigint FOR UPDATE SKIP LOCKED
      """, app.text, "\(limit - orders.count)")
    for row in 0..<unscheduled.count { orders.append(try unscheduled.order(row)) }
    return orders
  }

  package func setChecks(_ checks: [OrderCheck]) throws(PostgreSQLFailure) {
    guard !checks.isEmpty else { return }
    // Lock the rows in the order of their keys, as every transaction does.
    try connection.query(
      """
      UPDATE onside_ledger_order AS known SET check_at = new.check_at, check_failures = new.check_failures
      FROM (
        SELECT stored.order_id, new.check_at, new.check_failures FROM onside_ledger_order AS stored
        JOIN unnest($1::uuid[], $2::bigint[], $3::bigint[]) AS new (order_id, check_at, check_failures)
          ON new.order_id = stored.order_id
        ORDER BY stored.order_id FOR UPDATE OF stored
      ) AS new WHERE known.order_id = new.order_id
      """, postgreSQLArray(checks.map(\.orderID.uuidString)),
      postgreSQLArray(checks.map { check in check.time.map { "\($0.microseconds)" } }),
      postgreSQLArray(checks.map { "\($0.failures)" }))
  }

  package func makeChecksDue(
    of app: ExactText, at now: LedgerTime, after first: UUID?, upTo last: UUID
  ) throws(PostgreSQLFailure) {
    // Lock the rows in the order of their keys, as every transaction does.
    try connection.query(
      """
      UPDATE onside_ledger_order SET check_at = $1::bigint WHERE order_id IN (
        SELECT order_id FROM onside_ledger_order
        WHERE order_id > $2::uuid AND order_id <= $3::uuid AND bundle_id = $4 AND check_at > $1::bigint
        ORDER BY order_id FOR UPDATE)
      """, "\(now.microseconds)", first?.uuidString ?? Self.zero, last.uuidString, app.text)
  }

  package func oldestDueCheck(of app: ExactText, at now: LedgerTime) throws(PostgreSQLFailure) -> LedgerTime? {
    let due = try connection.query(
      """
      SELECT check_at FROM onside_ledger_order WHERE bundle_id = $1 AND check_at > 0 AND check_at <= $2::bigint
      ORDER BY check_at LIMIT 1
      """, app.text, "\(now.microseconds)")
    return due.count > 0 ? try due.time(0, 0) : nil
  }

  // MARK: The outbox

  /// Stores entries in place of earlier ones of the same orders. The caller has locked the orders.
  func write(_ events: some Collection<OutboxEntry>) throws(PostgreSQLFailure) {
    try connection.query(
      """
      INSERT INTO onside_ledger_outbox (order_id, event_id, bundle_id, created_at, attempts, due_at)
      SELECT order_id, event_id, bundle_id, created_at, 0, created_at
      FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[])
        AS new (order_id, event_id, created_at, bundle_id) ORDER BY order_id
      ON CONFLICT (order_id) DO UPDATE SET event_id = excluded.event_id, bundle_id = excluded.bundle_id,
        created_at = excluded.created_at, attempts = 0, due_at = excluded.due_at
      """, postgreSQLArray(events.map(\.orderID.uuidString)), postgreSQLArray(events.map(\.event.uuidString)),
      postgreSQLArray(events.map { "\($0.createdAt.microseconds)" }), postgreSQLArray(events.map(\.bundleID.text)))
  }

  package func dueEvents(
    of app: ExactText, at now: LedgerTime, limit: Int
  ) throws(PostgreSQLFailure) -> [(entry: OutboxEntry, order: LedgerOrder)] {
    let connection = try connection
    let due = try connection.query(
      """
      SELECT order_id, event_id, created_at, attempts FROM onside_ledger_outbox
      WHERE bundle_id = $1 AND due_at <= $2::bigint ORDER BY due_at LIMIT $3::bigint FOR UPDATE SKIP LOCKED
      """, app.text, "\(now.microseconds)", "\(limit)")
    var events: [(entry: OutboxEntry, order: LedgerOrder)] = []
    for row in 0..<due.count {
      let entry = OutboxEntry(
        event: try due.uuid(row, 1), orderID: try due.uuid(row, 0), bundleID: app, createdAt: try due.time(row, 2),
        attempts: Int(try due.integer(row, 3)))
      if let order = try order(entry.orderID) { events.append((entry, order)) }
    }
    return events
  }

  package func postpone(_ entry: OutboxEntry, until time: LedgerTime) throws(PostgreSQLFailure) {
    try connection.query(
      """
      UPDATE onside_ledger_outbox SET attempts = $1::bigint, due_at = $2::bigint
      WHERE order_id = $3::uuid AND event_id = $4::uuid
      """, "\(entry.attempts)", "\(time.microseconds)", entry.orderID.uuidString, entry.event.uuidString)
  }

  package func remove(_ entry: OutboxEntry) throws(PostgreSQLFailure) {
    try connection.query(
      "DELETE FROM onside_ledger_outbox WHERE order_id = $1::uuid AND event_id = $2::uuid", entry.orderID.uuidString,
      entry.event.uuidString)
  }

  package func outboxBacklog(
    of app: ExactText, atMost limit: Int
  ) throws(PostgreSQLFailure) -> (count: Int, oldest: LedgerTime?) {
    let backlog = try connection.query(
      """
      SELECT count(*), min(created_at)
      FROM (
        SELECT created_at FROM onside_ledger_outbox WHERE bundle_id = $1 ORDER BY due_at LIMIT $2::bigint
      ) AS waiting
      """, app.text, "\(limit)")
    let oldest = backlog.text(0, 1) == nil ? nil : try backlog.time(0, 1)
    return (Int(try backlog.integer(0, 0)), oldest)
  }
}
