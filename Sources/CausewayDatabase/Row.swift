import SQLite3

/// A row of a query's result, only while ``Database/query(_:_:row:)`` reads it.
///
/// Columns count from 0. What is not of the type that is asked for was not written by us: `DatabaseError.damaged`.
package struct Row {
  let statement: OpaquePointer
  let path: String

  /// Whether a column has no value.
  package func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
  }

  /// A whole number.
  package func integer(_ column: Int) throws(DatabaseError) -> Int64 {
    try check(column, isOfType: SQLITE_INTEGER)
    return sqlite3_column_int64(statement, Int32(column))
  }

  /// A number.
  package func real(_ column: Int) throws(DatabaseError) -> Double {
    try check(column, isOfType: SQLITE_FLOAT)
    return sqlite3_column_double(statement, Int32(column))
  }

  /// A text, which is valid UTF-8.
  package func text(_ column: Int) throws(DatabaseError) -> String {
    try check(column, isOfType: SQLITE_TEXT)
    let start = sqlite3_column_text(statement, Int32(column))  // first: it may convert, and then the count changes
    let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, Int32(column))))
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else { throw damaged("column \(column) is not UTF-8") }
    return text
  }

  /// Bytes.
  package func blob(_ column: Int) throws(DatabaseError) -> [UInt8] {
    try check(column, isOfType: SQLITE_BLOB)
    let start = sqlite3_column_blob(statement, Int32(column))
    return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, Int32(column)))))
  }

  /// A text, or nil for null.
  package func textOrNil(_ column: Int) throws(DatabaseError) -> String? {
    isNull(column) ? nil : try text(column)
  }

  /// A whole number, or nil for null.
  package func integerOrNil(_ column: Int) throws(DatabaseError) -> Int64? {
    isNull(column) ? nil : try integer(column)
  }

  /// The error for a row that has the right types and is wrong all the same, such as by its checksum.
  package func damaged(_ reason: String) -> DatabaseError {
    .damaged(path: path, reason: reason, movedTo: nil)
  }

  private func check(_ column: Int, isOfType type: Int32) throws(DatabaseError) {
    precondition(column >= 0 && column < sqlite3_column_count(statement), "No column \(column)")
    guard sqlite3_column_type(statement, Int32(column)) == type else {
      throw damaged("column \(column) is not of its type")
    }
  }
}
