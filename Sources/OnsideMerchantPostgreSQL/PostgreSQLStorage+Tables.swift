import Foundation
import OnsideMerchant

extension PostgreSQLStorage {
  package func snapshot(of batch: LedgerBatch, locksRows: Bool) throws(PostgreSQLFailure) -> LedgerSnapshot {
    var snapshot = LedgerSnapshot()
    let keys = Array(batch.evidence)
    let results = try connection.query([
      PostgreSQLStatement(
        """
        SELECT original_order_id, customer FROM onside_ledger_owner WHERE original_order_id = ANY ($1::uuid[])
        \(locksRows ? "ORDER BY original_order_id FOR UPDATE" : "")
        """, postgreSQLArray(batch.originals.map(\.uuidString))),
      PostgreSQLStatement(
        """
        SELECT \(Self.columns) FROM onside_ledger_order WHERE order_id = ANY ($1::uuid[])
        \(locksRows ? "ORDER BY order_id FOR UPDATE" : "")
        """, postgreSQLArray(batch.orders.map(\.uuidString))),
      Self.knownEvidence(keys), Self.eventsSetting,
    ])
    let (owners, orders, known) = (results[0], results[1], results[2])
    snapshot.recordsEvents = results[3].count > 0
    for row in 0..<owners.count { snapshot.owners[try owners.uuid(row, 0)] = ExactText(try owners.value(row, 1)) }
    for row in 0..<orders.count {
      let order = try orders.order(row)
      snapshot.orders[order.orderID] = order
    }
    for row in 0..<known.count { snapshot.evidence.insert(keys[Int(try known.integer(row, 0)) - 1]) }
    return snapshot
  }

  /// Returns the statement that selects the positions, from 1 on, of the keys that have evidence.
  private static func knownEvidence(_ keys: [LedgerSnapshot.Evidence.Key]) -> PostgreSQLStatement {
    PostgreSQLStatement(
      """
      SELECT key.place FROM unnest($1::uuid[], $2::bytea[], $3::text[]) WITH ORDINALITY
        AS key (order_id, digest, customer, place)
      JOIN onside_ledger_statement AS statement ON statement.digest = key.digest
      JOIN onside_ledger_evidence AS evidence
        ON evidence.order_id = key.order_id AND evidence.statement = statement.number
        AND evidence.customer = key.customer
      """, postgreSQLArray(keys.map(\.orderID.uuidString)), postgreSQLArray(keys.map { postgreSQLBytes($0.digest) }),
      postgreSQLArray(keys.map(\.customer.text)))
  }

  package func claim(_ owners: [UUID: ExactText]) throws(PostgreSQLFailure) {
    guard !owners.isEmpty else { return }
    try connection.enqueue(
      """
      INSERT INTO onside_ledger_owner (original_order_id, customer)
      SELECT * FROM unnest($1::uuid[], $2::text[]) AS owner (original_order_id, customer) ORDER BY original_order_id
      ON CONFLICT DO NOTHING
      """, postgreSQLArray(owners.keys.map(\.uuidString)), postgreSQLArray(owners.values.map(\.text)))
  }

  package func write(_ changes: LedgerChanges) throws(PostgreSQLFailure) {
    if !changes.newOrders.isEmpty {
      // If another server has just inserted the order under another original order, this insert fails with a conflict,
      // and the storage makes the whole decision again.
      try write(
        changes.newOrders,
        "INSERT INTO onside_ledger_order (\(Self.columns)) SELECT * FROM new ORDER BY order_id")
    }
    if !changes.changedOrders.isEmpty {
      try write(
        changes.changedOrders,
        """
        UPDATE onside_ledger_order AS known SET (\(Self.columns)) = ROW (new.*)
        FROM new WHERE known.order_id = new.order_id
        """)
    }
    if !changes.documents.isEmpty { try write(changes.documents) }
    if !changes.evidence.isEmpty { try write(changes.evidence.values) }
    if !changes.events.isEmpty { try put(Array(changes.events.values)) }
  }

  private func write(_ documents: Set<LedgerDocument>) throws(PostgreSQLFailure) {
    try connection.enqueue(
      """
      INSERT INTO onside_ledger_statement (digest, key_id, jws)
      SELECT * FROM unnest($1::bytea[], $2::text[], $3::text[]) AS new (digest, key_id, jws) ORDER BY digest
      ON CONFLICT DO NOTHING
      """, postgreSQLArray(documents.map { postgreSQLBytes($0.digest) }), postgreSQLArray(documents.map(\.keyID)),
      postgreSQLArray(documents.map(\.jws)))
  }

  private func write(_ evidence: some Collection<LedgerSnapshot.Evidence>) throws(PostgreSQLFailure) {
    try connection.enqueue(
      """
      INSERT INTO onside_ledger_evidence (order_id, statement, customer, outcome, decided_at, fetched_at)
      SELECT new.order_id, statement.number, new.customer, new.outcome, new.decided_at, new.fetched_at
      FROM unnest($1::uuid[], $2::bytea[], $3::text[], $4::text[], $5::bigint[], $6::bigint[])
        AS new (order_id, digest, customer, outcome, decided_at, fetched_at)
      JOIN onside_ledger_statement AS statement ON statement.digest = new.digest
      ORDER BY new.order_id, statement.number, new.customer
      ON CONFLICT (order_id, statement, customer)
        DO UPDATE SET outcome = excluded.outcome, decided_at = excluded.decided_at
        WHERE excluded.outcome = 'granted' AND onside_ledger_evidence.outcome <> 'granted'
      """, postgreSQLArray(evidence.map(\.key.orderID.uuidString)),
      postgreSQLArray(evidence.map { postgreSQLBytes($0.key.digest) }),
      postgreSQLArray(evidence.map(\.key.customer.text)),
      postgreSQLArray(evidence.map(\.outcome.rawValue)), postgreSQLArray(evidence.map { "\($0.date.microseconds)" }),
      postgreSQLArray(evidence.map { "\($0.fetchedAt.microseconds)" }))
  }

  package func storedOrders(_ orders: [UUID]) throws(PostgreSQLFailure) -> Set<UUID> {
    let result = try connection.query(
      "SELECT order_id FROM onside_ledger_order WHERE order_id = ANY ($1::uuid[]) AND customer <> ''",
      postgreSQLArray(orders.map(\.uuidString)))
    var stored: Set<UUID> = []
    for row in 0..<result.count { stored.insert(try result.uuid(row, 0)) }
    return stored
  }

  package func orderCount(atMost limit: Int) throws(PostgreSQLFailure) -> Int {
    let result = try connection.query(
      "SELECT count(*) FROM (SELECT 1 FROM onside_ledger_order LIMIT $1::bigint) AS counted", "\(limit)")
    return Int(try result.integer(0, 0))
  }

  package func orders(of customer: String) throws(PostgreSQLFailure) -> [LedgerOrder] {
    let result = try connection.query(
      "SELECT \(Self.columns) FROM onside_ledger_order WHERE customer = $1", customer)
    var orders: [LedgerOrder] = []
    for row in 0..<result.count { orders.append(try result.order(row)) }
    return orders
  }

  package func evidence(of order: UUID) throws(PostgreSQLFailure) -> [LedgerEvidence] {
    let result = try connection.query(
      """
      SELECT customer, outcome, decided_at, fetched_at, key_id, digest, jws
      FROM onside_ledger_evidence AS evidence
      JOIN onside_ledger_statement AS statement ON statement.number = evidence.statement
      WHERE order_id = $1 ORDER BY decided_at, statement.number, customer COLLATE "C"
      """, order.uuidString)
    var evidence: [LedgerEvidence] = []
    for row in 0..<result.count {
      guard let outcome = LedgerDecision.Outcome(rawValue: try result.value(row, 1)),
        let digest = bytes(ofPostgreSQL: try result.value(row, 5))
      else { throw result.damaged("a decision about order \(order) is not valid") }
      evidence.append(
        LedgerEvidence(
          orderID: order, customer: try result.value(row, 0), outcome: outcome, date: try result.time(row, 2).date,
          fetchedAt: try result.time(row, 3).date, keyID: result.text(row, 4), digest: digest,
          jws: try result.value(row, 6)))
    }
    return evidence
  }
}
