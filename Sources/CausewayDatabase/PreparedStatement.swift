import SQLite3

/// A statement that SQLite has compiled, for one use after the other.
final class PreparedStatement {
  let handle: OpaquePointer
  private(set) var isInUse = false

  /// Takes the statement over, and finalizes it at the end.
  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  func begin() { isInUse = true }

  /// Lets go of the rows and of the values.
  func end() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    isInUse = false
  }
}
