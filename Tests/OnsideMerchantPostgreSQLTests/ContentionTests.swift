import Foundation
import LedgerTestSupport
import OnsideMerchant
import PostgreSQLTestSupport
import Testing

@testable import OnsideMerchantPostgreSQL

@Suite("Several backends over PostgreSQL") struct ContentionTests {
  @Test("Histories with the same orders in opposite sequences do not deadlock")
  func oppositeDirections() async throws {
    let server = try PostgreSQLTestServer.shared.get()
    let database = try server.makeDatabase()
    let ledgers = [
      try await PostgreSQLLedger(connection: database), try await PostgreSQLLedger(connection: database),
    ]
    let orders = (0..<100).map { _ in UUID() }
    for fetched in 1...20 {
      let purchases = orders.map { InAppPurchase(order: $0, type: .consumable, fetched: Double(fetched)) }
      async let forward = ledgers[0].record(SignedHistory(purchases), for: "ann")
      async let backward = ledgers[1].record(SignedHistory(purchases.reversed()), for: "ann")
      let outcomes = try await (forward + backward).map(\.outcome)
      #expect(outcomes.filter { $0 == .granted }.count == (fetched == 1 ? 100 : 0))
    }
    for ledger in ledgers { await ledger.close() }
    #expect(
      try server.run("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()", in: database) == "0")
  }

  @Test("An order that two different statements introduce at the same time is granted once")
  func sameOrderOtherBeginning() async throws {
    let database = try PostgreSQLTestServer.shared.get().makeDatabase()
    let ledgers = [
      try await PostgreSQLLedger(connection: database), try await PostgreSQLLedger(connection: database),
    ]
    for _ in 0..<30 {
      let order = UUID()
      let outcomes = try await withThrowingTaskGroup(of: [LedgerDecision].self) { group in
        for client in 0..<8 {
          let purchase = InAppPurchase(
            order: order, original: UUID(), type: .autoRenewableSubscription, expires: 4e9)
          group.addTask { try await ledgers[client % 2].record(SignedHistory([purchase]), for: "ann") }
        }
        return try await group.reduce(into: []) { $0 += $1 }.map(\.outcome)
      }
      #expect(outcomes.filter { $0 == .granted }.count == 1 && outcomes.count == 8)
    }
    for ledger in ledgers { await ledger.close() }
  }

  @Test("A backend waits for another backend's transaction, and then uses its result")
  func waiting() async throws {
    let server = try PostgreSQLTestServer.shared.get()
    let database = try server.makeDatabase()
    let ledger = try await PostgreSQLLedger(connection: database)
    let order = UUID()
    let other = try PostgreSQLConnection(try ConnectionString(database))
    try other.run("BEGIN")
    try other.query("INSERT INTO onside_ledger_owner VALUES ($1, 'bob')", order.uuidString)
    async let outcome = ledger.record(SignedHistory([InAppPurchase(order: order)]), for: "ann").map(\.outcome)
    // Waits until the ledger's transaction waits for the other transaction.
    try await server.waitForLock(in: database)
    try other.run("COMMIT")
    #expect(try await outcome == [.belongsToAnother])
    await ledger.close()
  }

  @Test(
    "A transaction that PostgreSQL aborts because of another one is repeated", arguments: ["40001", "40P01", "55P03"])
  func conflicts(_ state: String) async throws {
    let server = try PostgreSQLTestServer.shared.get()
    let database = try server.makeDatabase()
    let ledger = try await PostgreSQLLedger(connection: database)
    // A sequence is not rolled back with a transaction, so its value is the number of attempts.
    try server.run("CREATE SEQUENCE attempt", in: database)
    try refuse("nextval('attempt') <= 3", state, server, database)
    let order = UUID()
    #expect(
      try await ledger.record(SignedHistory([InAppPurchase(order: order)]), for: "ann").map(\.outcome) == [.granted])
    #expect(try server.run("SELECT last_value FROM attempt", in: database) == "4")
    #expect(try await ledger.evidence(of: order).count == 1)
    await ledger.close()
  }

  @Test(
    "If the database refuses one customer's request, the other requests of the batch succeed",
    arguments: ["P0001", "53200", "54000", "57014"])
  func refusedAlone(_ state: String) async throws {
    let server = try PostgreSQLTestServer.shared.get()
    let database = try server.makeDatabase()
    let ledger = try await PostgreSQLLedger(connection: database, connections: 1)
    try refuse("NEW.customer = 'poison'", state, server, database)
    let customers = (0..<40).map { $0 % 8 == 3 ? "poison" : "customer-\($0)" }
    let granted = await withTaskGroup(of: (String, Bool).self) { group in
      for customer in customers {
        group.addTask {
          let decisions = try? await ledger.record(SignedHistory([InAppPurchase(order: UUID())]), for: customer)
          return (customer, decisions?.map(\.outcome) == [.granted])
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(granted.count == 40 && granted.allSatisfy { ($0.0 == "poison") != $0.1 })
    await ledger.close()
  }

  /// Makes the database refuse orders that meet a condition, with the error code `state`.
  private func refuse(
    _ condition: String, _ state: String, _ server: PostgreSQLTestServer, _ database: String
  ) throws {
    try server.run(
      """
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF \(condition) THEN RAISE EXCEPTION 'refused' USING ERRCODE = '\(state)'; END IF;
          RETURN NEW;
        END
      $$;
      CREATE TRIGGER refuse BEFORE INSERT ON onside_ledger_order FOR EACH ROW EXECUTE FUNCTION refuse();
      """, in: database)
  }
}
