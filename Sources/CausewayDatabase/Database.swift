import Foundation

/// An SQLite database in a file that no other process has open.
///
/// When ``transaction(_:)`` returns, its changes are on the disk, and a crash cannot leave half of them there. A
/// damaged file is renamed, with the error `DatabaseError.damaged`; only the next opening creates a new file, so that
/// an app never gets an empty database without an error. SQLite detects damage to the structure of a file, but not a
/// bit that flips inside a value: see ``checksum(_:)``.
///
/// This class is not `Sendable`: an actor owns it. Its calls block while they access the disk.
package final class Database {
  private let connection: Connection
  private let lock: FileLock
  private let files: DatabaseFiles

  /// Opens the file, migrates it to the definition's latest version, and checks it. Creates the file and its
  /// folder if they are missing.
  ///
  /// - Parameters:
  ///   - check: how the file is checked.
  ///   - foreignFile: how an existing file of another kind is treated.
  ///   - now: the time in the name under which a damaged file is kept: `NAME.damaged-YYYYMMDD-HHMMSS`, in UTC.
  /// - Throws: `DatabaseError`. After every error but `damaged`, the file is unchanged.
  package init(
    file: URL, definition: DatabaseDefinition, check: DatabaseCheck = .complete,
    foreignFile: ForeignFilePolicy = .setAside, now: Date = Date()
  ) throws(DatabaseError) {
    let files = DatabaseFiles(file)
    self.files = files
    let opening = Opening(files: files, definition: definition, check: check, foreignFile: foreignFile)
    // Otherwise a lock file would appear beside the file of another program. If there is a lock file, the check must
    // wait for the lock: this process may have the file open, and the end of the reading would release SQLite's locks.
    if files.size(files.lock) == nil { try opening.checkIsOwn() }
    try files.makeFolder()
    lock = try FileLock(files.lock, of: files.main)
    do {
      connection = try opening.open()
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

  /// Runs one statement, and returns the results of `row` for its rows.
  package func query<Value>(
    _ sql: String, _ values: DatabaseValue..., row: (Row) throws(DatabaseError) -> Value
  ) throws(DatabaseError) -> [Value] {
    try connection.query(sql, values, row: row)
  }

  /// Runs `body` in a transaction: if it throws, none of its changes remain. Must not be called within another
  /// transaction.
  package func transaction<Value>(_ body: () throws(DatabaseError) -> Value) throws(DatabaseError) -> Value {
    try connection.transaction(body)
  }

  /// Begins a copy of the database into a new file. Call ``DatabaseBackup/copy(pages:)`` until the copy is complete;
  /// other calls may happen in between. The copy must end before the database is closed.
  package func backup(to file: URL) throws(DatabaseError) -> DatabaseBackup {
    var result: Result<DatabaseBackup, DatabaseError>?
    connection.withHandle { handle -> Void? in
      do throws(DatabaseError) {
        result = .success(try DatabaseBackup(of: handle, to: file))
      } catch {
        result = .failure(error)
      }
      return ()
    }
    guard let result else { throw connection.error }
    return try result.get()
  }

  /// The number of rows that the last `INSERT`, `UPDATE` or `DELETE` changed.
  package var changes: Int { connection.changes }

  /// Returns the error to throw after reading has failed with `error`. If the file is damaged, this method closes and
  /// renames it, as opening does.
  package func setAside(because error: DatabaseError, now: Date = Date()) -> DatabaseError {
    guard case .damaged(let path, let reason, nil) = error else { return error }
    connection.close()
    let kept = files.moveAside(at: now)
    lock.release()
    return .damaged(path: path, reason: reason, movedTo: kept)
  }

  /// Closes the file and releases its lock. All later calls throw.
  package func close() {
    connection.close()
    lock.release()
  }
}
