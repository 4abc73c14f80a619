import CausewayDatabase
import Foundation

extension SQLiteLedgerStorage {
  package func order(_ id: UUID) throws(DatabaseError) -> LedgerOrder? {
    try database.query("SELECT \(Self.columns) FROM entitled_order WHERE order_id = ?", .uuid(id), row: Self.order)
      .first
  }

  package func orders(after id: UUID?, of customer: String?, limit: Int) throws(DatabaseError) -> [LedgerOrder] {
    let after = id.map(DatabaseValue.uuid) ?? .blob([])
    guard let customer else {
      return try database.query(
        "SELECT \(Self.columns) FROM entitled_order WHERE order_id > ? ORDER BY order_id LIMIT ?", after,
        .integer(Int64(limit)), row: Self.order)
    }
    return try database.query(
      """
      SELECT \(Self.columns) FROM entitled_order WHERE customer = ? AND order_id > ? ORDER BY order_id LIMIT ?
      """, .text(customer), after, .integer(Int64(limit)), row: Self.order)
  }

  package func owner(of original: UUID) throws(DatabaseError) -> ExactText? {
    try database.query("SELECT customer FROM owner WHERE original_order_id = ?", .uuid(original)) {
      row throws(DatabaseError) in ExactText(try row.text(0))
    }.first
  }

  package func ordersWithEvidence(after id: UUID?, limit: Int) throws(DatabaseError) -> [UUID] {
    try database.query(
      "SELECT DISTINCT order_id FROM evidence WHERE order_id > ? ORDER BY order_id LIMIT ?",
      id.map(DatabaseValue.uuid) ?? .blob([]), .integer(Int64(limit))
    ) { row throws(DatabaseError) in try row.uuid(0) }
  }

  package func removeEvidence(
    before bound: LedgerTime, after first: UUID?, upTo last: UUID
  ) throws(DatabaseError) -> Int {
    try database.execute(
      """
      DELETE FROM evidence WHERE order_id > ? AND order_id <= ? AND decided_at < ? AND outcome <> 'granted'
        AND (outcome = 'belongsToAnother' OR EXISTS (
          SELECT 1 FROM evidence AS newer WHERE newer.order_id = evidence.order_id
            AND newer.outcome <> 'belongsToAnother' AND newer.fetched_at > evidence.fetched_at))
      """, first.map(DatabaseValue.uuid) ?? .blob([]), .uuid(last), .time(bound))
    return database.changes
  }

  package func lastStatement() throws(DatabaseError) -> Int64 {
    try database.query("SELECT coalesce(max(number), 0) FROM statement") { row throws(DatabaseError) in
      try row.integer(0)
    }.first ?? 0
  }

  package func removeStatements(_ numbers: ClosedRange<Int64>) throws(DatabaseError) -> Int {
    try database.execute(
      """
      DELETE FROM statement WHERE number BETWEEN ? AND ?
        AND NOT EXISTS (SELECT 1 FROM evidence WHERE evidence.statement = statement.number)
      """, .integer(numbers.lowerBound), .integer(numbers.upperBound))
    return database.changes
  }
}
