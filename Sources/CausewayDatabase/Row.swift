import SQLite3

/// A row of a query's result. It is valid only while the closure of ``Database/query(_:_:row:)`` runs.
///
/// Columns count from 0. A value of another type than the requested one cannot come from this program, so reading it
/// throws `DatabaseError.damaged`.
package struct Row {
  let statement: OpaquePointer
  let path: String

  /// Returns whether a column is null.
  package func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
  }

  /// Returns a whole number.
  package func integer(_ column: Int) throws(DatabaseError) -> Int64 {
    try check(column, isOfType: SQLITE_INTEGER)
    return sqlite3_column_int64(statement, Int32(column))
  }

  /// Returns a floating-point number.
  package func real(_ column: Int) throws(DatabaseError) -> Double {
    try check(column, isOfType: SQLITE_FLOAT)
    return sqlite3_column_double(statement, Int32(column))
  }

  /// Returns a text, after checking that it is valid UTF-8.
  package func text(_ column: Int) throws(DatabaseError) -> String {
    try check(column, isOfType: SQLITE_TEXT)
    // Call this before `sqlite3_column_bytes`: it may convert the value, which changes the number of bytes.
    let start = sqlite3_column_text(statement, Int32(column))
    let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, Int32(column))))
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else { throw damaged("column \(column) is not UTF-8") }
    return text
  }

  /// Returns the bytes of a blob.
  package func blob(_ column: Int) throws(DatabaseError) -> [UInt8] {
    try check(column, isOfType: SQLITE_BLOB)
    let start = sqlite3_column_blob(statement, Int32(column))
    return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, Int32(column)))))
  }

  /// Returns a text, or nil for null.
  package func textOrNil(_ column: Int) throws(DatabaseError) -> String? {
    isNull(column) ? nil : try text(column)
  }

  /// Returns a whole number, or nil for null.
  package func integerOrNil(_ column: Int) throws(DatabaseError) -> Int64? {
    isNull(column) ? nil : try integer(column)
  }

  /// A value in SQLite's memory. Its bytes are valid until the same column is read as another type, or until the query
  /// continues.
  enum StoredValue {
    case null, real
    case integer(Int64)
    case text(UnsafeRawBufferPointer)
    case blob(UnsafeRawBufferPointer)
  }

  /// Returns a value of any type, in SQLite's memory.
  func storedValue(_ column: Int) -> StoredValue {
    precondition(column >= 0 && column < sqlite3_column_count(statement), "The row has no column \(column).")
    let index = Int32(column)
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: return .real
    case SQLITE_TEXT:
      let start = UnsafeRawPointer(sqlite3_column_text(statement, index))
      return .text(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index))))
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(statement, index)
      return .blob(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index))))
    case SQLITE_NULL: return .null
    default: preconditionFailure("SQLite has no such type of values.")
    }
  }

  /// Returns the error for a row with the right types and wrong values, for example with a wrong checksum.
  package func damaged(_ reason: String) -> DatabaseError {
    .damaged(path: path, reason: reason, movedTo: nil)
  }

  private func check(_ column: Int, isOfType type: Int32) throws(DatabaseError) {
    precondition(column >= 0 && column < sqlite3_column_count(statement), "The row has no column \(column).")
    guard sqlite3_column_type(statement, Int32(column)) == type else {
      throw damaged("column \(column) has the wrong type")
    }
  }
}
