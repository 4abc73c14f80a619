import Foundation
import OnsideMerchant

extension PostgreSQLStorage {
  /// The database's time, as an expression.
  private static let serverTime = "floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"

  package func sharedTime() throws(PostgreSQLFailure) -> LedgerTime? {
    guard usesServerTime else { return nil }
    return try connection.query("SELECT \(Self.serverTime)").time(0, 0)
  }

  // MARK: The sweep

  package func dueChecks(
    of app: ExactText, at now: LedgerTime, orAfter bound: LedgerTime, limit: Int
  ) throws(PostgreSQLFailure) -> [StoredOrder] {
    var orders: [StoredOrder] = []
    for (condition, time) in [
      ("check_at > 0 AND check_at <= $3::bigint ORDER BY check_at", now), ("check_at > $3::bigint", bound),
      ("check_at = $3::bigint", CheckSchedule.unscheduled),
    ] {
      guard orders.count < limit else { break }
      let due = try connection.query(
        """
        SELECT \(Self.columns) FROM onside_ledger_order WHERE bundle_id = $1 AND \(condition)
        LIMIT $2::bigint FOR UPDATE SKIP LOCKED
        """, app.text, "\(limit - orders.count)", "\(time.microseconds)")
      for row in 0..<due.count { orders.append(try due.storedOrder(row)) }
    }
    return orders
  }

  package func storedOrder(_ id: UUID) throws(PostgreSQLFailure) -> StoredOrder? {
    let found = try connection.query(
      "SELECT \(Self.columns) FROM onside_ledger_order WHERE order_id = $1::uuid", id.uuidString)
    return found.count > 0 ? try found.storedOrder(0) : nil
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

  package func orderIDs(after id: UUID?, limit: Int) throws(PostgreSQLFailure) -> [UUID] {
    let page = try connection.query(
      "SELECT order_id FROM onside_ledger_order WHERE order_id > $1::uuid ORDER BY order_id LIMIT $2::bigint",
      id?.uuidString ?? Self.zero, "\(limit)")
    var orders: [UUID] = []
    for row in 0..<page.count { orders.append(try page.uuid(row, 0)) }
    return orders
  }

  package func makeChecksDue(
    of app: ExactText, _ orders: [UUID], at now: LedgerTime, ifAfter bound: LedgerTime
  ) throws(PostgreSQLFailure) {
    // Lock the rows in the order of their keys, as every transaction does.
    try connection.query(
      """
      UPDATE onside_ledger_order SET check_at = $1::bigint WHERE order_id IN (
        SELECT order_id FROM onside_ledger_order
        WHERE order_id = ANY ($2::uuid[]) AND bundle_id = $4
        AND (check_at > $3::bigint OR check_at IS NULL AND grant_request IS NOT NULL AND revoked_at IS NULL)
        ORDER BY order_id FOR UPDATE)
      """, "\(now.microseconds)", postgreSQLArray(orders.map(\.uuidString)), "\(bound.microseconds)", app.text)
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

  /// The statement that selects a row if changes become events.
  static let eventsSetting = PostgreSQLStatement(
    "SELECT value FROM onside_ledger_setting WHERE name = 'events' AND value = 1")

  package func recordsEvents() throws(PostgreSQLFailure) -> Bool {
    try connection.query([Self.eventsSetting])[0].count > 0
  }

  package func setRecordsEvents(_ isOn: Bool) throws(PostgreSQLFailure) {
    try connection.query(
      """
      INSERT INTO onside_ledger_setting (name, value) VALUES ('events', $1::bigint)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """, isOn ? "1" : "0")
    if !isOn { try connection.query("DELETE FROM onside_ledger_outbox") }
  }

  package func put(_ events: [OutboxEntry]) throws(PostgreSQLFailure) {
    // If the clock of the server that decided is ahead, no server would deliver the event before that time, and its age
    // would be zero until then.
    let time = usesServerTime ? "least(created_at, \(Self.serverTime))" : "created_at"
    try connection.query(
      """
      INSERT INTO onside_ledger_outbox (order_id, event_id, bundle_id, created_at, attempts, due_at)
      SELECT order_id, event_id, bundle_id, \(time), 0, \(time)
      FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[])
        AS new (order_id, event_id, created_at, bundle_id) ORDER BY order_id
      ON CONFLICT (order_id) DO UPDATE SET event_id = excluded.event_id, bundle_id = excluded.bundle_id,
        created_at = excluded.created_at, attempts = 0, due_at = excluded.due_at
      """, postgreSQLArray(events.map(\.orderID.uuidString)), postgreSQLArray(events.map(\.event.uuidString)),
      postgreSQLArray(events.map { "\($0.createdAt.microseconds)" }), postgreSQLArray(events.map(\.bundleID.text)))
  }

  package func dueEvents(
    of app: ExactText, at now: LedgerTime, orAfter bound: LedgerTime, limit: Int
  ) throws(PostgreSQLFailure) -> [OutboxEntry] {
    var entries: [OutboxEntry] = []
    let conditions = [
      ("due_at <= $3::bigint ORDER BY due_at", now), ("due_at > $3::bigint", bound),
      // The clock has stepped back since the event was made.
      (
        "created_at > $3::bigint AND due_at >= created_at AND due_at <= $3::bigint + \(bound.microseconds - now.microseconds)",
        now
      ),
    ]
    for (condition, time) in conditions {
      let due = try connection.query(
        """
        SELECT order_id, event_id, created_at, attempts FROM onside_ledger_outbox
        WHERE bundle_id = $1 AND \(condition) LIMIT $2::bigint FOR UPDATE SKIP LOCKED
        """, app.text, "\(limit - entries.count)", "\(time.microseconds)")
      for row in 0..<due.count {
        entries.append(
          OutboxEntry(
            event: try due.uuid(row, 1), orderID: try due.uuid(row, 0), bundleID: app,
            createdAt: try due.time(row, 2), attempts: Int(try due.integer(row, 3))))
      }
    }
    return entries
  }

  package func postpone(_ entry: OutboxEntry, until time: LedgerTime) throws(PostgreSQLFailure) {
    try connection.query(
      """
      UPDATE onside_ledger_outbox SET created_at = $1::bigint, attempts = $2::bigint, due_at = $3::bigint
      WHERE order_id = $4::uuid AND event_id = $5::uuid
      """, "\(entry.createdAt.microseconds)", "\(entry.attempts)", "\(time.microseconds)", entry.orderID.uuidString,
      entry.event.uuidString)
  }

  package func remove(_ entry: OutboxEntry) throws(PostgreSQLFailure) {
    try connection.query(
      "DELETE FROM onside_ledger_outbox WHERE order_id = $1::uuid AND event_id = $2::uuid", entry.orderID.uuidString,
      entry.event.uuidString)
  }

  package func outboxBacklog(
    of app: ExactText, atMost limit: Int
  ) throws(PostgreSQLFailure) -> (count: Int, oldest: LedgerTime?) {
    let count = try connection.query(
      "SELECT count(*) FROM (SELECT 1 FROM onside_ledger_outbox WHERE bundle_id = $1 LIMIT $2::bigint) AS waiting",
      app.text, "\(limit)")
    let oldest = try connection.query(
      "SELECT created_at FROM onside_ledger_outbox WHERE bundle_id = $1 ORDER BY created_at LIMIT 1", app.text)
    return (Int(try count.integer(0, 0)), oldest.count > 0 ? try oldest.time(0, 0) : nil)
  }
}
