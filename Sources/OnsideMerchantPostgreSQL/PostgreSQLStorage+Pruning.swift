import Foundation
import OnsideMerchant

extension PostgreSQLStorage {
  /// An identifier that comes before every order's.
  static let zero = "00000000-0000-0000-0000-000000000000"

  package func order(_ id: UUID) throws(PostgreSQLFailure) -> LedgerOrder? {
    let result = try connection.query(
      "SELECT \(Self.columns) FROM onside_ledger_order WHERE order_id = $1::uuid", id.uuidString)
    return result.count > 0 ? try result.order(0) : nil
  }

  package func orders(after id: UUID?, of customer: String?, limit: Int) throws(PostgreSQLFailure) -> [LedgerOrder] {
    let after = id?.uuidString ?? Self.zero
    let result =
      if let customer {
        try connection.query(
          """
          SELECT \(Self.columns) FROM onside_ledger_order WHERE customer = $1 AND order_id > $2::uuid
          ORDER BY order_id LIMIT $3::bigint
          """, customer, after, "\(limit)")
      } else {
        try connection.query(
          """
          SELECT \(Self.columns) FROM onside_ledger_order WHERE order_id > $1::uuid
          ORDER BY order_id LIMIT $2::bigint
          """, after, "\(limit)")
      }
    var orders: [LedgerOrder] = []
    for row in 0..<result.count { orders.append(try result.order(row)) }
    return orders
  }

  package func owner(of original: UUID) throws(PostgreSQLFailure) -> ExactText? {
    let result = try connection.query(
      "SELECT customer FROM onside_ledger_owner WHERE original_order_id = $1::uuid", original.uuidString)
    return result.count > 0 ? ExactText(try result.value(0, 0)) : nil
  }

  package func ordersWithEvidence(after id: UUID?, limit: Int) throws(PostgreSQLFailure) -> [UUID] {
    let result = try connection.query(
      """
      SELECT DISTINCT order_id FROM onside_ledger_evidence WHERE order_id > $1::uuid ORDER BY order_id LIMIT $2::bigint
      """, id?.uuidString ?? Self.zero, "\(limit)")
    var orders: [UUID] = []
    for row in 0..<result.count { orders.append(try result.uuid(row, 0)) }
    return orders
  }

  package func removeEvidence(before bound: LedgerTime, after first: UUID?, upTo last: UUID) throws(PostgreSQLFailure)
    -> Int
  {
    let result = try connection.query(
      """
      WITH removed AS (
        DELETE FROM onside_ledger_evidence AS evidence
        WHERE order_id > $1::uuid AND order_id <= $2::uuid AND decided_at < $3::bigint AND outcome <> 'granted'
          AND (outcome = 'belongsToAnother' OR EXISTS (
            SELECT 1 FROM onside_ledger_evidence AS newer WHERE newer.order_id = evidence.order_id
              AND newer.outcome <> 'belongsToAnother' AND newer.fetched_at > evidence.fetched_at))
        RETURNING 1
      ) SELECT count(*) FROM removed
      """, first?.uuidString ?? Self.zero, last.uuidString, "\(bound.microseconds)")
    return Int(try result.integer(0, 0))
  }

  package func lastStatement() throws(PostgreSQLFailure) -> Int64 {
    try connection.query("SELECT coalesce(max(number), 0) FROM onside_ledger_statement").integer(0, 0)
  }

  package func removeStatements(_ numbers: ClosedRange<Int64>) throws(PostgreSQLFailure) -> Int {
    // Another server writes a statement first and then the evidence for it. The lock waits until such a transaction has
    // ended, and keeps new ones away, so that no statement is removed between the two.
    try connection.enqueue("LOCK TABLE onside_ledger_statement IN SHARE ROW EXCLUSIVE MODE")
    let result = try connection.query(
      """
      WITH removed AS (
        DELETE FROM onside_ledger_statement AS statement WHERE number BETWEEN $1::bigint AND $2::bigint
          AND NOT EXISTS (SELECT 1 FROM onside_ledger_evidence AS evidence WHERE evidence.statement = statement.number)
        RETURNING 1
      ) SELECT count(*) FROM removed
      """, "\(numbers.lowerBound)", "\(numbers.upperBound)")
    return Int(try result.integer(0, 0))
  }
}
