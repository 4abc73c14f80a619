import SQLite3

/// An open SQLite connection, and its prepared statements.
final class Connection {
  let path: String
  private var handle: OpaquePointer?
  /// Prepared statements by their SQL. The program's SQL is fixed, so there are only so many.
  private var statements: [String: PreparedStatement] = [:]

  /// Opens a file, or `:memory:`. A path with a symbolic link anywhere in it is an error: the file could have been
  /// exchanged for a link since it was checked.
  init(_ path: String, create: Bool) throws(DatabaseError) {
    self.path = path
    // An actor owns it, so SQLite need not lock.
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | (create ? SQLITE_OPEN_CREATE : 0)
    let result = sqlite3_open_v2(path, &handle, flags, nil)
    guard let handle else { throw .failed(path: path, reason: "no memory") }
    guard result == SQLITE_OK else {
      let error = DatabaseError(path: path, connection: handle)
      close()
      throw error
    }
    sqlite3_extended_result_codes(handle, 1)
    // Apple's SQLite begins with the opposite.
    keepsLog(false)
    sqlite3_busy_timeout(handle, 250)
  }

  deinit { close() }

  /// Whether SQLite could open the file for reading only.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }
  /// How many rows the last statement changed.
  var changes: Int { Int(sqlite3_changes(handle)) }

  /// Whether the log stays when the connection ends: that of a damaged file belongs to what is kept.
  func keepsLog(_ keeps: Bool) {
    var value: Int32 = keeps ? 1 : 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &value)
  }

  /// Runs a script without values.
  func run(_ script: String) throws(DatabaseError) {
    let handle = try open
    guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else {
      throw DatabaseError(path: path, connection: handle)
    }
  }

  /// Runs one statement, and reads every row of its result.
  func query<Value>(
    _ sql: String, _ values: [DatabaseValue] = [], row: (Row) throws(DatabaseError) -> Value
  ) throws(DatabaseError) -> [Value] {
    let handle = try open
    let prepared = try prepared(sql)
    prepared.begin()
    defer { prepared.end() }
    let statement = prepared.handle
    guard values.count == sqlite3_bind_parameter_count(statement) else {
      throw .failed(path: path, reason: "not as many values as the statement has: \(sql)")
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

  /// Runs all of it, or nothing.
  func transaction<Value>(_ body: () throws(DatabaseError) -> Value) throws(DatabaseError) -> Value {
    try run("BEGIN IMMEDIATE")
    do {
      let value = try body()
      try run("COMMIT")
      return value
    } catch {
      // After some errors, such as a full disk, SQLite has already rolled back. The first error is the one to tell.
      if sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
      throw error
    }
  }

  /// Ends the connection. What it was not done with is rolled back.
  func close() {
    statements = [:]
    sqlite3_close_v2(handle)
    handle = nil
  }

  private var open: OpaquePointer {
    get throws(DatabaseError) {
      guard let handle else { throw .failed(path: path, reason: "it is closed") }
      return handle
    }
  }

  /// The statement of before, or a new one while that is in use: reading a row may run the same SQL again.
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
      throw .failed(path: path, reason: "more than one statement: \(sql)")
    }
    return statement
  }

  private static func bind(_ value: DatabaseValue, to statement: OpaquePointer, at index: Int32) -> Int32 {
    // SQLITE_TRANSIENT, a macro that Swift does not see: SQLite copies the bytes.
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
