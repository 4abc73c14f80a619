import Foundation

/// An SQLite database in a file that no other process has open.
///
/// What a transaction wrote is on the disk when ``transaction(_:)`` returns, and there whole or not at all after a
/// crash. A file that is damaged is not used: it is renamed, with the error `DatabaseError.damaged`, and only the next
/// opening begins a new one, so an empty database is never a surprise. SQLite sees damage to the structure of a file.
/// A bit that flipped inside a value it does not see: see ``checksum(_:)``.
///
/// Not `Sendable`: an actor owns it. Calls block on the disk.
package final class Database {
  private let connection: Connection
  private let lock: FileLock
  private let files: DatabaseFiles

  /// Opens the file, brings it to the form's version, and checks all of it. Makes it, and its folder, if missing.
  ///
  /// - Parameter now: names the file that a damaged one is kept in, `NAME.damaged-YYYYMMDD-HHMMSS` in UTC.
  /// - Throws: `DatabaseError`. Except after `damaged`, the file is as it was.
  package init(file: URL, form: DatabaseForm, now: Date = Date()) throws(DatabaseError) {
    files = DatabaseFiles(file)
    try files.makeFolder()
    lock = try FileLock(files.lock, of: files.main)
    do {
      connection = try Opening(files: files, form: form).open()
    } catch .damaged(let path, let reason, _) {
      throw .damaged(path: path, reason: reason, movedTo: files.moveAside(at: now))
    }
  }

  deinit { close() }

  /// Runs one statement, with a value for each `?` in it.
  package func execute(_ sql: String, _ values: DatabaseValue...) throws(DatabaseError) {
    try execute(sql, values)
  }

  /// Runs one statement, with a value for each `?` in it.
  package func execute(_ sql: String, _ values: [DatabaseValue]) throws(DatabaseError) {
    _ = try connection.query(sql, values) { _ in }
  }

  /// Runs one statement, and reads every row of its result.
  package func query<Value>(
    _ sql: String, _ values: DatabaseValue..., row: (Row) throws(DatabaseError) -> Value
  ) throws(DatabaseError) -> [Value] {
    try connection.query(sql, values, row: row)
  }

  /// Runs what is in `body` as one: if it throws, nothing of it happened. Not inside another.
  package func transaction<Value>(_ body: () throws(DatabaseError) -> Value) throws(DatabaseError) -> Value {
    try connection.transaction(body)
  }

  /// How many rows the last `INSERT`, `UPDATE` or `DELETE` changed.
  package var changes: Int { connection.changes }

  /// What to throw for an error that reading found: if the file is damaged, it is let go and renamed, as at opening.
  package func setAside(because error: DatabaseError, now: Date = Date()) -> DatabaseError {
    guard case .damaged(let path, let reason, nil) = error else { return error }
    connection.close()
    let kept = files.moveAside(at: now)
    lock.release()
    return .damaged(path: path, reason: reason, movedTo: kept)
  }

  /// Lets the file go. After it, everything throws.
  package func close() {
    connection.close()
    lock.release()
  }
}
