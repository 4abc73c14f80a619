import Foundation
import LedgerTestSupport
import OnsideMerchant
import PostgreSQLTestSupport
import Testing

@testable import OnsideMerchantPostgreSQL

@Suite("Connecting to PostgreSQL") struct ConnectionTests {
  @Test("Repeated polls of the sweep and of the outbox prepare no more statements")
  func preparedStatements() async throws {
    let ledger = try await PostgreSQLLedger(
      connection: try PostgreSQLTestServer.shared.get().makeDatabase(), connections: 1)
    func poll(_ times: Int) async throws -> Int64 {
      for _ in 0..<times {
        _ = try await ledger.takeDueChecks(limit: 9)
        _ = try await ledger.takeDueEvents(limit: 9)
      }
      return try await ledger.commitQueue.read { storage throws(PostgreSQLFailure) in
        try storage.connection.query("SELECT count(*) FROM pg_prepared_statements").integer(0, 0)
      }
    }
    #expect(try await poll(2) == poll(20))
    await ledger.close()
  }

  @Test("The error for an invalid connection string contains no part of the string")
  func unreadable() async throws {
    for string in ["host=localhost password='hunter2", "hunter2", "postgresql://u:hunter2@/db?hunter2=1", "\0"] {
      let error = await error(string)
      #expect(error == .invalidConnectionString)
      #expect(!"\(String(describing: error))".contains("hunter2"))
    }
  }

  @Test("A wrong password is refused at once, and is in no error")
  func wrongPassword() async throws {
    let server = try PostgreSQLTestServer.shared.get()
    let string = server.connection(to: "postgres", user: "secretive")
    let start = ContinuousClock.now
    for password in ["", " password=open-sesame", " password='ledger'"] {
      guard case .notAllowed(let reason) = await error(string + password, timeout: .seconds(60)) else {
        Issue.record("the wrong password was accepted")
        return
      }
      #expect(!reason.contains("open-sesame") && reason.contains("password"))
    }
    #expect(ContinuousClock.now - start < .seconds(50))
  }

  @Test("The right password is accepted, but an action that the role may not perform is refused")
  func rightPassword() async throws {
    let server = try PostgreSQLTestServer.shared.get()
    let database = try server.makeDatabase()
    let string = database.replacing("user=ledger", with: "user=secretive") + " password=hunter2"
    guard case .notAllowed(let reason) = await error(string) else {
      Issue.record("a role without the permission created tables")
      return
    }
    #expect(reason.contains("permission denied") && !reason.contains("hunter2"))
    try server.run("GRANT CREATE ON SCHEMA public TO secretive", in: database)
    #expect(await error(string) == nil)
  }

  @Test("A call waits for a standby server to become the primary server, and its error is not about the password")
  func standby() async throws {
    let server = try PostgreSQLTestServer.shared.get()
    let database = try server.makeDatabase()
    let string = database.replacing("user=ledger", with: "user=secretive") + " password=hunter2"
    // For libpq, sessions like these are those of a standby server.
    try server.run(
      "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$",
      in: database)
    let start = ContinuousClock.now
    guard case .unavailable(let reason) = await error(string, timeout: .seconds(2)) else {
      Issue.record("the error does not say that the server is unavailable")
      return
    }
    #expect(reason.contains("read-only"))
    #expect(ContinuousClock.now - start >= .seconds(2), "the call did not wait")
  }

  @Test("A missing server is reported as unavailable, without the password")
  func noServer() async throws {
    let string = "host=/nowhere user=ann password=hunter2 dbname=hunter2"
    guard case .unavailable(let reason) = await error(string) else {
      Issue.record("the ledger connected to a server that does not exist")
      return
    }
    #expect(reason.contains("/nowhere") && !reason.contains("hunter2"))
    // The second line of libpq's message begins with a tab, which must not be in the reason.
    #expect(!reason.contains { $0 != " " && $0.isWhitespace }, "\(reason.debugDescription)")
  }

  @Test("A missing database is reported as unavailable at once, with its name")
  func noDatabase() async throws {
    let server = try PostgreSQLTestServer.shared.get()
    let start = ContinuousClock.now
    guard case .unavailable(let reason) = await error(server.connection(to: "elsewhere"), timeout: .seconds(60)) else {
      Issue.record("the ledger connected to a database that does not exist")
      return
    }
    #expect(reason.contains("elsewhere"))
    #expect(ContinuousClock.now - start < .seconds(50))
  }

  @Test("Tables of a newer version are refused, and stay unchanged")
  func newer() async throws {
    let server = try PostgreSQLTestServer.shared.get()
    let database = try server.makeDatabase()
    #expect(await error(database) == nil)
    try server.run("UPDATE onside_ledger_version SET version = 9", in: database)
    #expect(await error(database) == .newer(version: 9, supported: 3))
    #expect(try server.run("SELECT version FROM onside_ledger_version", in: database) == "9")
  }

  @Test("Many backends that start at once create the tables once")
  func startingTogether() async throws {
    let database = try PostgreSQLTestServer.shared.get().makeDatabase()
    let errors = await withTaskGroup(of: LedgerError?.self) { group in
      for _ in 0..<16 { group.addTask { await error(database) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(errors.count == 16 && errors.allSatisfy { $0 == nil })
  }

  @Test("The tables are in the first schema of the search path")
  func schemas() async throws {
    let server = try PostgreSQLTestServer.shared.get()
    let database = try server.makeDatabase()
    try server.run("CREATE SCHEMA shop", in: database)
    #expect(await error(database + " options='-c search_path=shop'") == nil)
    #expect(
      try server.run("SELECT DISTINCT schemaname FROM pg_tables WHERE tablename LIKE 'onside%'", in: database) == "shop"
    )
  }

  @Test("A grant is durable even if the server's default setting is not")
  func durability() async throws {
    let server = try PostgreSQLTestServer.shared.get()
    let database = try server.makeDatabase()
    let name = try server.run("SELECT current_database()", in: database)
    try server.run("ALTER DATABASE \(name) SET synchronous_commit = off", in: database)
    let storage = try PostgreSQLConnection(try ConnectionString(database))
    #expect(try storage.query("SHOW synchronous_commit").text(0, 0) == "on")
  }

  @Test("The error of a statement contains none of its values")
  func statementErrors() async throws {
    let database = try PostgreSQLTestServer.shared.get().makeDatabase()
    let connection = try PostgreSQLConnection(try ConnectionString(database))
    for sql in ["SELECT $1::uuid", "SELECT $1::bigint", "SELECT ($1::text || '{')::jsonb"] {
      #expect {
        try connection.query(sql, "hunter2")
      } throws: { error in
        !"\(error)".contains("hunter2") && "\(error)".contains("22P02")
      }
    }
  }

  @Test("Queued statements run before the next query, which throws the error of the first one that fails")
  func queuedStatements() throws {
    let database = try PostgreSQLTestServer.shared.get().makeDatabase()
    let connection = try PostgreSQLConnection(try ConnectionString(database))
    try connection.run("CREATE TABLE note (text text PRIMARY KEY)")
    connection.enqueue("INSERT INTO note VALUES ($1)", "one")
    let results = try connection.query([
      PostgreSQLStatement("SELECT text FROM note"), PostgreSQLStatement("SELECT count(*) FROM note"),
    ])
    #expect(results.map { $0.text(0, 0) } == ["one", "1"])

    connection.enqueue("INSERT INTO note VALUES ($1)", "one")
    connection.enqueue("INSERT INTO note VALUES ($1)", "two")
    #expect {
      try connection.query("SELECT 'unused'")
    } throws: { error in
      "\(error)".contains("23505")
    }
    #expect(try connection.query("SELECT count(*) FROM note").text(0, 0) == "1")

    connection.enqueue("INSERT INTO note VALUES ($1)", "two")
    try connection.run("DELETE FROM note WHERE text = 'one'")
    #expect(try connection.query("SELECT text FROM note").text(0, 0) == "two")

    connection.enqueue("INSERT INTO note VALUES ($1)", "three")
    connection.removeQueue()
    #expect(try connection.query("SELECT count(*) FROM note").text(0, 0) == "1")
  }

  /// Opens a ledger and closes it again. Returns the error if the ledger cannot be opened.
  private func error(_ connection: String, timeout: Duration = .seconds(2)) async -> LedgerError? {
    do throws(LedgerError) {
      let ledger = try await PostgreSQLLedger(connection: connection, timeout: timeout)
      await ledger.close()
      return nil
    } catch {
      return error
    }
  }
}
