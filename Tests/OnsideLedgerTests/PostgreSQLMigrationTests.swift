#if os(Linux)
import Foundation
import OnsideMerchant
import PostgreSQLTestSupport
import Testing

@testable import OnsideMerchantPostgreSQL

@Suite("The migration of a ledger in PostgreSQL that servers use") struct PostgreSQLMigrationTests {
  private static let indexes = [
    1: ["onside_ledger_evidence_statement", "onside_ledger_order_check"], 2: ["onside_ledger_order_check"],
  ]

  private func make(_ version: Int) throws -> (server: PostgreSQLTestServer, database: String) {
    let server = try PostgreSQLTestServer.shared.get()
    let database = try server.makeDatabase()
    try server.run(try MigrationTests.fixture("postgresql-\(version).sql"), in: database)
    return (server, database)
  }

  private static func version(_ server: PostgreSQLTestServer, _ database: String) throws -> String {
    try server.run("SELECT version FROM onside_ledger_version", in: database)
  }

  @Test(
    "Servers of the earlier version write while an index is built", .timeLimit(.minutes(5)),
    arguments: MigrationTests.versions)
  func concurrently(_ version: Int) async throws {
    let (server, database) = try make(version)
    // The build of an index ends only after all earlier snapshots, such as that of a backup.
    let backup = try PostgreSQLConnection(try ConnectionString(database))
    try backup.run("BEGIN ISOLATION LEVEL REPEATABLE READ")
    try backup.query("SELECT 1")
    async let opened = PostgreSQLLedger(connection: database, timeout: .seconds(180))
    // Waits until the build waits for the backup.
    try await server.waitForLock(of: "CREATE INDEX CONCURRENTLY%", in: database)
    #expect(try Self.version(server, database) == "\(version)")
    try server.run(
      """
      SET lock_timeout = '5s';
      UPDATE onside_ledger_evidence SET outcome = outcome;
      INSERT INTO onside_ledger_order (order_id, customer, original_order_id, bundle_id, product_id, product_type,
        quantity, purchased_at, fetched_at)
      VALUES (gen_random_uuid(), 'eve', gen_random_uuid(), 'com.example.shop', 'lantern', 'CONSUMABLE', 1, 1, 1);
      """, in: database)
    try backup.run("COMMIT")
    let ledger = try await opened
    #expect(try await ledger.orderCount(atMost: 10) == 2)
    await ledger.close()
    #expect(try Self.version(server, database) == "\(PostgreSQLSchema.migrations.count)")
  }

  @Test("An index that an interrupted migration left incomplete is built again", arguments: MigrationTests.versions)
  func incompleteIndex(_ version: Int) async throws {
    let (server, database) = try make(version)
    for migration in PostgreSQLSchema.migrations.dropFirst(version) {
      if !migration.script.isEmpty { try server.run(migration.script, in: database) }
      for index in migration.indexes {
        try server.run("CREATE INDEX \(index.name) ON \(index.definition)", in: database)
        try server.run(
          "UPDATE pg_index SET indisvalid = false WHERE indexrelid = '\(index.name)'::regclass", in: database)
      }
    }
    let ledger = try await PostgreSQLLedger(connection: database)
    await ledger.close()
    for name in try #require(Self.indexes[version]) {
      #expect(
        try server.run("SELECT indisvalid FROM pg_index WHERE indexrelid = '\(name)'::regclass", in: database) == "t")
    }
    #expect(try Self.version(server, database) == "\(PostgreSQLSchema.migrations.count)")
  }

  @Test("Servers that start together do not disturb each other's migration", arguments: [0] + MigrationTests.versions)
  func together(_ version: Int) async throws {
    let server = try PostgreSQLTestServer.shared.get()
    let database = version == 0 ? try server.makeDatabase() : try make(version).database
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let ledger = try await PostgreSQLLedger(connection: database, timeout: .seconds(180))
          _ = try await ledger.orderCount(atMost: 10)
          await ledger.close()
        }
      }
      try await group.waitForAll()
    }
    #expect(try Self.version(server, database) == "\(PostgreSQLSchema.migrations.count)")
    #expect(
      try server.run("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()", in: database) == "0")
  }

  @Test(
    "A migration that a long transaction holds up leaves the servers that are running free, and is tried again",
    .timeLimit(.minutes(5)))
  func heldUp() async throws {
    let (server, database) = try make(2)
    let backup = try PostgreSQLConnection(try ConnectionString(database))
    try backup.run("BEGIN")
    try backup.query("SELECT count(*) FROM onside_ledger_order")
    async let opened = PostgreSQLLedger(connection: database, timeout: .seconds(180))
    try await server.waitForLock(of: "ALTER TABLE%", in: database)
    // Without the lock timeout, this statement would wait for the end of the backup.
    try server.run("SET statement_timeout = '60s'; SELECT count(*) FROM onside_ledger_order", in: database)
    try backup.run("COMMIT")
    let ledger = try await opened
    await ledger.close()
    #expect(try Self.version(server, database) == "\(PostgreSQLSchema.migrations.count)")
  }
}
#endif
