import SQLite3

/// A compiled SQLite statement, which can be used again after each use.
final class PreparedStatement {
  let handle: OpaquePointer
  private(set) var isInUse = false

  /// Creates an object that owns the statement, and finalizes it when it is deallocated.
  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  func begin() { isInUse = true }

  /// Ends a use: resets the statement and releases the bound values.
  func end() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    isInUse = false
  }
}
