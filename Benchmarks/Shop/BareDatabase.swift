import Foundation
import SQLite3

/// A payment queue's file that is read and written with SQLite alone, as durably as by the queue.
final class BareDatabase {
  /// A row of the file.
  struct Row {
    let id: String
    let content: Data
    let checksum: Int64
  }

  private var handle: OpaquePointer?
  private var insertion: OpaquePointer?

  /// Opens an existing file, or makes an empty one.
  init(_ file: URL) throws {
    guard sqlite3_open(file.path, &handle) == SQLITE_OK else { throw error }
    try run("PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA journal_mode = WAL;")
    try run(
      """
      CREATE TABLE IF NOT EXISTS transactions (
        position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, content BLOB NOT NULL,
        checksum INTEGER NOT NULL
      ) STRICT
      """)
  }

  deinit {
    sqlite3_finalize(insertion)
    sqlite3_close_v2(handle)
  }

  /// Returns all rows in their order.
  func rows() throws -> [Row] {
    let statement = try prepare("SELECT id, content, checksum FROM transactions ORDER BY position")
    defer { sqlite3_finalize(statement) }
    var rows: [Row] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      let content = Data(bytes: sqlite3_column_blob(statement, 1), count: Int(sqlite3_column_bytes(statement, 1)))
      rows.append(
        Row(
          id: String(cString: sqlite3_column_text(statement, 0)), content: content,
          checksum: sqlite3_column_int64(statement, 2)))
    }
    return rows
  }

  /// Adds or replaces a row. The row is on the disk when this method returns.
  func write(_ row: Row) throws {
    let statement =
      try insertion ?? prepare("INSERT OR REPLACE INTO transactions (id, content, checksum) VALUES (?, ?, ?)")
    insertion = statement
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)  // SQLITE_TRANSIENT, not imported by Swift
    sqlite3_bind_text(statement, 1, row.id, -1, copied)
    _ = row.content.withUnsafeBytes { sqlite3_bind_blob64(statement, 2, $0.baseAddress, UInt64($0.count), copied) }
    sqlite3_bind_int64(statement, 3, row.checksum)
    guard sqlite3_step(statement) == SQLITE_DONE else { throw error }
    sqlite3_reset(statement)
  }

  private func run(_ script: String) throws {
    guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else { throw error }
  }

  private func prepare(_ sql: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else { throw error }
    return statement
  }

  private var error: BenchError { .database(String(cString: sqlite3_errmsg(handle))) }
}
