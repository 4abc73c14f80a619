import CausewayDatabase
import Foundation

extension SQLiteLedgerStorage {
  // MARK: The sweep

  package func dueChecks(
    of app: ExactText, at now: LedgerTime, limit: Int
  ) throws(DatabaseError) -> [LedgerOrder] {
    let due = try database.query(
      """
      SELECT \(Self.columns) FROM entitled_order WHERE bundle_id = ? AND check_at > 0 AND check_at <= ?
      ORDER BY check_at LIMIT ?
      """, .text(app.text), .time(now), .integer(Int64(limit)), row: Self.order)
    guard due.count < limit else { return due }
    return due
      + (try database.query(
        "SELECT \(Self.columns) FROM entitled_order WHERE bundle_id = ? AND check_at = 0 LIMIT ?", .text(app.text),
        .integer(Int64(limit - due.count)), row: Self.order))
  }

  package func setChecks(_ checks: [OrderCheck]) throws(DatabaseError) {
    for check in checks {
      try database.execute(
        "UPDATE entitled_order SET check_at = ?, check_failures = ? WHERE order_id = ?", .time(check.time),
        .integer(check.failures), .uuid(check.orderID))
    }
  }

  package func makeChecksDue(
    of app: ExactText, at now: LedgerTime, after first: UUID?, upTo last: UUID
  ) throws(DatabaseError) {
    try database.execute(
      """
      UPDATE entitled_order SET check_at = ?
      WHERE order_id > ? AND order_id <= ? AND bundle_id = ? AND check_at > ?
      """, .time(now), first.map(DatabaseValue.uuid) ?? .blob([]), .uuid(last), .text(app.text), .time(now))
  }

  package func oldestDueCheck(of app: ExactText, at now: LedgerTime) throws(DatabaseError) -> LedgerTime? {
    try database.query(
      """
      SELECT check_at FROM entitled_order WHERE bundle_id = ? AND check_at > 0 AND check_at <= ?
      ORDER BY check_at LIMIT 1
      """, .text(app.text), .time(now)
    ) { row throws(DatabaseError) in try row.time(0) }.first
  }

  // MARK: The outbox

  /// Stores an entry in place of an earlier one of the same order.
  func put(_ entry: OutboxEntry) throws(DatabaseError) {
    try database.execute(
      """
      INSERT OR REPLACE INTO outbox (order_id, event_id, bundle_id, created_at, attempts, due_at)
      VALUES (?, ?, ?, ?, ?, ?)
      """, .uuid(entry.orderID), .uuid(entry.event), .text(entry.bundleID.text), .time(entry.createdAt),
      .integer(Int64(entry.attempts)), .time(entry.createdAt))
  }

  package func dueEvents(
    of app: ExactText, at now: LedgerTime, limit: Int
  ) throws(DatabaseError) -> [(entry: OutboxEntry, order: LedgerOrder)] {
    let entries = try database.query(
      """
      SELECT order_id, event_id, created_at, attempts FROM outbox WHERE bundle_id = ? AND due_at <= ?
      ORDER BY due_at LIMIT ?
      """, .text(app.text), .time(now), .integer(Int64(limit))
    ) { row throws(DatabaseError) in
      OutboxEntry(
        event: try row.uuid(1), orderID: try row.uuid(0), bundleID: app, createdAt: try row.time(2),
        attempts: Int(try row.integer(3)))
    }
    var events: [(entry: OutboxEntry, order: LedgerOrder)] = []
    for entry in entries {
      if let order = try order(entry.orderID) { events.append((entry, order)) }
    }
    return events
  }

  package func postpone(_ entry: OutboxEntry, until time: LedgerTime) throws(DatabaseError) {
    try database.execute(
      "UPDATE outbox SET attempts = ?, due_at = ? WHERE order_id = ? AND event_id = ?",
      .integer(Int64(entry.attempts)), .time(time), .uuid(entry.orderID), .uuid(entry.event))
  }

  package func remove(_ entry: OutboxEntry) throws(DatabaseError) {
    try database.execute(
      "DELETE FROM outbox WHERE order_id = ? AND event_id = ?", .uuid(entry.orderID), .uuid(entry.event))
  }

  package func outboxBacklog(
    of app: ExactText, atMost limit: Int
  ) throws(DatabaseError) -> (count: Int, oldest: LedgerTime?) {
    let backlog = try database.query(
      """
      SELECT count(*), min(created_at)
      FROM (SELECT created_at FROM outbox WHERE bundle_id = ? ORDER BY due_at LIMIT ?)
      """, .text(app.text), .integer(Int64(limit))
    ) { row throws(DatabaseError) in (count: Int(try row.integer(0)), oldest: try row.timeOrNil(1)) }
    return backlog.first ?? (0, nil)
  }
}
