import SQLite3

/// An open SQLite connection with its prepared statements.
final class Connection {
  let path: String
  private var handle: OpaquePointer?
  /// The prepared statements by their SQL. The program's SQL is fixed, so their number is limited.
  private var statements: [String: PreparedStatement] = [:]

  /// Opens a file, or `:memory:`. Refuses a path with a symbolic link anywhere in it, because the file could have been
  /// replaced by a link since it was checked.
  init(_ path: String, create: Bool) throws(DatabaseError) {
    self.path = path
    // An actor owns the connection, so SQLite need not lock.
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | (create ? SQLITE_OPEN_CREATE : 0)
    let result = sqlite3_open_v2(path, &handle, flags, nil)
    guard let handle else { throw .failed(path: path, reason: "there is not enough memory to open it") }
    guard result == SQLITE_OK else {
      let error = DatabaseError(path: path, connection: handle)
      close()
      throw error
    }
    sqlite3_extended_result_codes(handle, 1)
    // Set this explicitly, because Apple's SQLite has the opposite default.
    keepsLog(false)
    sqlite3_busy_timeout(handle, 250)
  }

  deinit { close() }

  /// Calls `body` with SQLite's connection; returns nil if it is closed.
  func withHandle<Value>(_ body: (OpaquePointer) -> Value?) -> Value? { handle.flatMap(body) }

  /// The error of the last call.
  var error: DatabaseError {
    handle.map { DatabaseError(path: path, connection: $0) } ?? .failed(path: path, reason: "the database is closed")
  }

  /// Whether SQLite could only open the file for reading.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }
  /// The number of rows that the last statement changed.
  var changes: Int { Int(sqlite3_changes(handle)) }

  /// Sets whether the write-ahead log stays when the connection is closed. The log of a damaged file must stay, because
  /// it is kept together with the file.
  func keepsLog(_ keeps: Bool) {
    var value: Int32 = keeps ? 1 : 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &value)
  }

  /// Runs a script of one or more statements without parameters.
  func run(_ script: String) throws(DatabaseError) {
    let handle = try open
    guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else {
      throw DatabaseError(path: path, connection: handle)
    }
  }

  /// Runs one statement, and returns the results of `row` for its rows.
  func query<Value>(
    _ sql: String, _ values: [DatabaseValue] = [], row: (Row) throws(DatabaseError) -> Value
  ) throws(DatabaseError) -> [Value] {
    let handle = try open
    let prepared = try prepared(sql)
    prepared.begin()
    defer { prepared.end() }
    let statement = prepared.handle
    guard values.count == sqlite3_bind_parameter_count(statement) else {
      throw .failed(path: path, reason: "the number of values differs from the statement's parameters: \(sql)")
    }
    for (index, value) in values.enumerated() {
      guard Self.bind(value, to: statement, at: Int32(index + 1)) == SQLITE_OK else {
        throw DatabaseError(path: path, connection: handle)
      }
    }
    var result: [Value] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: result.append(try row(Row(statement: statement, path: path)))
      case SQLITE_DONE: return result
      default: throw DatabaseError(path: path, connection: handle)
      }
    }
  }

  /// Runs `body` in a transaction, which is rolled back if `body` throws.
  func transaction<Value>(_ body: () throws(DatabaseError) -> Value) throws(DatabaseError) -> Value {
    // Use prepared statements here, because `run` would compile both statements again for each transaction.
    _ = try query("BEGIN IMMEDIATE") { _ in }
    do {
      let value = try body()
      _ = try query("COMMIT") { _ in }
      return value
    } catch {
      // After some errors, such as a full disk, SQLite has already rolled back. Throw the first error, because it is
      // the cause.
      if sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
      throw error
    }
  }

  /// Closes the connection. SQLite rolls an open transaction back.
  func close() {
    statements = [:]
    sqlite3_close_v2(handle)
    handle = nil
  }

  private var open: OpaquePointer {
    get throws(DatabaseError) {
      guard let handle else { throw .failed(path: path, reason: "the database is closed") }
      return handle
    }
  }

  /// Returns the kept statement for `sql`, or a new one while the kept one is in use, because the closure that reads a
  /// row may run the same SQL again.
  private func prepared(_ sql: String) throws(DatabaseError) -> PreparedStatement {
    if let kept = statements[sql], !kept.isInUse { return kept }
    let new = PreparedStatement(try prepare(sql))
    statements[sql] = new
    return new
  }

  private func prepare(_ sql: String) throws(DatabaseError) -> OpaquePointer {
    let handle = try open
    var statement: OpaquePointer?
    var rest = ""
    let result = sql.withCString { start in
      var end: UnsafePointer<CChar>?
      let result = sqlite3_prepare_v2(handle, start, -1, &statement, &end)
      rest = end.map { String(cString: $0) } ?? ""
      return result
    }
    guard result == SQLITE_OK, let statement else { throw DatabaseError(path: path, connection: handle) }
    guard rest.allSatisfy(\.isWhitespace) else {
      sqlite3_finalize(statement)
      throw .failed(path: path, reason: "the text has more than one statement: \(sql)")
    }
    return statement
  }

  private static func bind(_ value: DatabaseValue, to statement: OpaquePointer, at index: Int32) -> Int32 {
    // This is the macro SQLITE_TRANSIENT, which Swift does not import. It makes SQLite copy the bytes.
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let integer): return sqlite3_bind_int64(statement, index, integer)
    case .real(let real): return sqlite3_bind_double(statement, index, real)
    case .text(let text):
      return text.withCString { start in
        sqlite3_bind_text64(statement, index, start, UInt64(text.utf8.count), copied, UInt8(SQLITE_UTF8))
      }
    case .blob(let bytes) where bytes.isEmpty: return sqlite3_bind_zeroblob(statement, index, 0)
    case .blob(let bytes):
      return bytes.withUnsafeBytes { sqlite3_bind_blob64(statement, index, $0.baseAddress, UInt64($0.count), copied) }
    }
  }
}
