import Foundation
import OnsideMerchant

/// The creation and the migration of the tables, while servers of the earlier version use them.
extension PostgreSQLSchema {
  /// The key of the advisory lock that makes servers migrate one after another if they start at the same time.
  private static let lock = 7_813_285_107_422_981
  /// The time for which a server waits for a migration, its own or another server's.
  private static let timeout: Duration = .seconds(3_600)

  /// Creates the tables, or migrates them to the current version.
  ///
  /// - Throws: `newer` if a newer version made the tables. The tables are then unchanged.
  static func prepare(_ connection: PostgreSQLConnection) throws(PostgreSQLFailure) {
    guard try version(connection) != migrations.count else { return }
    let deadline = connection.deadline
    defer { connection.deadline = deadline }
    connection.deadline = LedgerDeadline(after: timeout)
    try waitForLock(connection)
    defer { finish(connection) }
    try connection.run("SET statement_timeout = 0")
    try migrate(connection)
  }

  /// Takes the lock of migrations, which belongs to the connection and not to a transaction.
  ///
  /// A statement that waits for the lock would hold a snapshot, and the migration that has the lock waits for the end of all
  /// earlier snapshots before it finishes an index. So this method asks again and again instead.
  private static func waitForLock(_ connection: PostgreSQLConnection) throws(PostgreSQLFailure) {
    var backoff = LedgerBackoff(until: connection.deadline)
    while try connection.query("SELECT pg_try_advisory_lock(\(lock))").text(0, 0) != "t" {
      guard backoff.waitForNextAttempt(isRefused: false) else {
        throw PostgreSQLFailure(
          kind: .lasting,
          ledgerError: .unavailable(reason: "another server is still migrating the tables; start this one again later"))
      }
    }
  }

  /// Restores the timeout of statements, and releases the lock. If a statement fails, the connection is lost, and the
  /// timeout and the lock end with it.
  private static func finish(_ connection: PostgreSQLConnection) {
    guard connection.isOpen else { return }
    try? connection.run("SET statement_timeout = '\(PostgreSQLConnection.statementTimeout)'")
    _ = try? connection.query("SELECT pg_advisory_unlock(\(lock))")
  }

  private static func migrate(_ connection: PostgreSQLConnection) throws(PostgreSQLFailure) {
    // Another server may have migrated the tables while this one waited for the lock.
    let version = try version(connection)
    guard version > 0 else {
      // Nobody uses the tables yet, so one transaction makes all of them.
      return try transaction(connection) { () throws(PostgreSQLFailure) in
        try connection.run("CREATE TABLE onside_ledger_version (version integer NOT NULL)")
        for migration in migrations {
          if !migration.script.isEmpty { try connection.run(migration.script) }
          for index in migration.indexes { try connection.run("CREATE INDEX \(index.name) ON \(index.definition)") }
        }
        try record(migrations.count, connection)
      }
    }
    for (index, migration) in migrations.enumerated().dropFirst(version) {
      if !migration.script.isEmpty {
        try transaction(connection) { () throws(PostgreSQLFailure) in
          // The change itself takes no time, but it needs an exclusive lock of the table. While it waits for a long
          // transaction, such as a backup, all calls of the running servers wait behind it. So it stops waiting after a
          // short time, and is tried again.
          try connection.run("SET LOCAL lock_timeout = '2s'")
          try connection.run(migration.script)
        }
      }
      for index in migration.indexes { try build(index.name, index.definition, connection) }
      // Raise the version last, because servers of the earlier version refuse the tables from then on.
      try transaction(connection) { () throws(PostgreSQLFailure) in try record(index + 1, connection) }
    }
  }

  /// Builds an index without blocking the servers that use the table.
  private static func build(
    _ name: String, _ definition: String, _ connection: PostgreSQLConnection
  ) throws(PostgreSQLFailure) {
    let found = try connection.query("SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)", name)
    if found.count > 0 {
      guard found.text(0, 0) != "t" else { return }
      // A migration was interrupted. PostgreSQL keeps the incomplete index, and does not use it.
      try connection.run("DROP INDEX CONCURRENTLY \(name)")
    }
    try connection.run("CREATE INDEX CONCURRENTLY \(name) ON \(definition)")
  }

  private static func record(_ version: Int, _ connection: PostgreSQLConnection) throws(PostgreSQLFailure) {
    try connection.run(
      "DELETE FROM onside_ledger_version; INSERT INTO onside_ledger_version (version) VALUES (\(version))")
  }

  private static func transaction(
    _ connection: PostgreSQLConnection, _ body: () throws(PostgreSQLFailure) -> Void
  ) throws(PostgreSQLFailure) {
    try connection.run("BEGIN")
    do throws(PostgreSQLFailure) {
      try body()
      try connection.run("COMMIT")
    } catch {
      if connection.isOpen { try? connection.run("ROLLBACK") }  // report the first error
      throw error
    }
  }
}
