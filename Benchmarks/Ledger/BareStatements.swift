import Foundation
import SQLite3

/// An SQLite table that contains only signed statements and is written as durably as the ledger: the baseline for the
/// ledger on SQLite.
final class BareStatements {
  private var handle: OpaquePointer?
  private var insertion: OpaquePointer?

  init(_ file: URL) throws {
    guard sqlite3_open(file.path, &handle) == SQLITE_OK else { throw error }
    try run("PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA journal_mode = WAL;")
    try run("CREATE TABLE statement (id TEXT PRIMARY KEY, jws TEXT NOT NULL) STRICT")
    let sql = "INSERT INTO statement (id, jws) VALUES (?, ?)"
    guard sqlite3_prepare_v2(handle, sql, -1, &insertion, nil) == SQLITE_OK else { throw error }
  }

  deinit {
    sqlite3_finalize(insertion)
    sqlite3_close_v2(handle)
  }

  /// Writes rows. The rows are on the disk when this method returns.
  func write(_ statements: ArraySlice<String>) throws {
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)  // SQLITE_TRANSIENT, not imported by Swift
    try run("BEGIN IMMEDIATE")
    for statement in statements {
      sqlite3_bind_text(insertion, 1, String(statement.prefix(36)), -1, copied)
      sqlite3_bind_text(insertion, 2, statement, -1, copied)
      guard sqlite3_step(insertion) == SQLITE_DONE else { throw error }
      sqlite3_reset(insertion)
    }
    try run("COMMIT")
  }

  private func run(_ script: String) throws {
    guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else { throw error }
  }

  private var error: BenchError { .database(String(cString: sqlite3_errmsg(handle))) }
}
