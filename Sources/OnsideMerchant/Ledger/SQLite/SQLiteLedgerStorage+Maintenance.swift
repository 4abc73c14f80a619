import CausewayDatabase
import Foundation

extension SQLiteLedgerStorage {
  /// Nil, because no other process can open the file.
  package func sharedTime() throws(DatabaseError) -> LedgerTime? { nil }

  // MARK: The sweep

  package func dueChecks(
    of app: ExactText, at now: LedgerTime, orAfter bound: LedgerTime, limit: Int
  ) throws(DatabaseError) -> [StoredOrder] {
    var due: [StoredOrder] = []
    for condition in ["check_at > 0 AND check_at <= ?2 ORDER BY check_at", "check_at > ?3", "check_at = 0"] {
      guard due.count < limit else { break }
      due += try database.query(
        "SELECT \(Self.columns) FROM entitled_order WHERE bundle_id = ?1 AND \(condition) LIMIT ?4", .text(app.text),
        .time(now), .time(bound), .integer(Int64(limit - due.count)), row: Self.storedOrder)
    }
    return due
  }

  package func storedOrder(_ id: UUID) throws(DatabaseError) -> StoredOrder? {
    try database.query(
      "SELECT \(Self.columns) FROM entitled_order WHERE order_id = ?", .uuid(id), row: Self.storedOrder
    ).first
  }

  private static func storedOrder(_ row: Row) throws(DatabaseError) -> StoredOrder {
    let id = try row.uuid(0)
    do throws(DatabaseError) {
      return .order(try order(row))
    } catch .damaged {
      return .damaged(id)
    }
  }

  package func setChecks(_ checks: [OrderCheck]) throws(DatabaseError) {
    for check in checks {
      try database.execute(
        "UPDATE entitled_order SET check_at = ?, check_failures = ? WHERE order_id = ?", .time(check.time),
        .integer(check.failures), .uuid(check.orderID))
    }
  }

  package func orderIDs(after id: UUID?, limit: Int) throws(DatabaseError) -> [UUID] {
    try database.query(
      "SELECT order_id FROM entitled_order WHERE order_id > ? ORDER BY order_id LIMIT ?",
      id.map(DatabaseValue.uuid) ?? .blob([]), .integer(Int64(limit))
    ) { row throws(DatabaseError) in try row.uuid(0) }
  }

  package func makeChecksDue(
    of app: ExactText, _ orders: [UUID], at now: LedgerTime, ifAfter bound: LedgerTime
  ) throws(DatabaseError) {
    for order in orders {
      // The plus signs keep SQLite from using the index of the checks, in which it would read all later checks of the
      // app.
      try database.execute(
        """
        UPDATE entitled_order SET check_at = ? WHERE order_id = ? AND +bundle_id = ?
        AND (+check_at > ? OR +check_at IS NULL AND grant_request IS NOT NULL AND revoked_at IS NULL)
        """, .time(now), .uuid(order), .text(app.text), .time(bound))
    }
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

  package func recordsEvents() throws(DatabaseError) -> Bool {
    try database.query("SELECT value FROM setting WHERE name = 'events'") { row throws(DatabaseError) in
      try row.integer(0)
    } == [1]
  }

  package func setRecordsEvents(_ isOn: Bool) throws(DatabaseError) {
    try database.execute("INSERT OR REPLACE INTO setting (name, value) VALUES ('events', ?)", .integer(isOn ? 1 : 0))
    if !isOn { try database.execute("DELETE FROM outbox") }
  }

  package func put(_ entries: [OutboxEntry]) throws(DatabaseError) {
    for entry in entries {
      try database.execute(
        """
        INSERT OR REPLACE INTO outbox (order_id, event_id, bundle_id, created_at, attempts, due_at)
        VALUES (?, ?, ?, ?, ?, ?)
        """, .uuid(entry.orderID), .uuid(entry.event), .text(entry.bundleID.text), .time(entry.createdAt),
        .integer(Int64(entry.attempts)), .time(entry.createdAt))
    }
  }

  package func dueEvents(
    of app: ExactText, at now: LedgerTime, orAfter bound: LedgerTime, limit: Int
  ) throws(DatabaseError) -> [OutboxEntry] {
    var due: [OutboxEntry] = []
    let conditions = [
      "due_at <= ?2 ORDER BY due_at", "due_at > ?3",
      // The clock has stepped back since the event was made. The plus sign makes SQLite use the index of the ages, in which
      // such events are rare.
      "created_at > ?2 AND +due_at >= created_at AND +due_at <= ?3",
    ]
    for condition in conditions {
      due += try database.query(
        """
        SELECT order_id, event_id, created_at, attempts FROM outbox WHERE bundle_id = ?1 AND \(condition) LIMIT ?4
        """, .text(app.text), .time(now), .time(bound), .integer(Int64(limit - due.count))
      ) { row throws(DatabaseError) in
        OutboxEntry(
          event: try row.uuid(1), orderID: try row.uuid(0), bundleID: app, createdAt: try row.time(2),
          attempts: Int(try row.integer(3)))
      }
    }
    return due
  }

  package func postpone(_ entry: OutboxEntry, until time: LedgerTime) throws(DatabaseError) {
    try database.execute(
      "UPDATE outbox SET created_at = ?, attempts = ?, due_at = ? WHERE order_id = ? AND event_id = ?",
      .time(entry.createdAt), .integer(Int64(entry.attempts)), .time(time), .uuid(entry.orderID), .uuid(entry.event))
  }

  package func remove(_ entry: OutboxEntry) throws(DatabaseError) {
    try database.execute(
      "DELETE FROM outbox WHERE order_id = ? AND event_id = ?", .uuid(entry.orderID), .uuid(entry.event))
  }

  package func outboxBacklog(
    of app: ExactText, atMost limit: Int
  ) throws(DatabaseError) -> (count: Int, oldest: LedgerTime?) {
    let counts = try database.query(
      "SELECT count(*) FROM (SELECT 1 FROM outbox WHERE bundle_id = ? LIMIT ?)", .text(app.text),
      .integer(Int64(limit))
    ) { row throws(DatabaseError) in Int(try row.integer(0)) }
    let oldest = try database.query(
      "SELECT created_at FROM outbox WHERE bundle_id = ? ORDER BY created_at LIMIT 1", .text(app.text)
    ) { row throws(DatabaseError) in try row.time(0) }
    return (counts.first ?? 0, oldest.first)
  }
}
