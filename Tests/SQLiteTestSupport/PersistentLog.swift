#if os(Linux)
import SQLite3

/// SQLite as Apple builds it: the log of a database (`-wal`) stays when its last connection ends, unless the connection
/// has asked for something else.
package enum PersistentLog {
  /// Lets every connection that this process opens from now on begin so.
  package static func becomesTheDefault() {
    typealias EntryPoint =
      @convention(c) (OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, OpaquePointer?) -> Int32
    let entryPoint: EntryPoint = { connection, _, _ in
      var stays: Int32 = 1
      sqlite3_file_control(connection, "main", SQLITE_FCNTL_PERSIST_WAL, &stays)  // a database in memory has no log
      return SQLITE_OK
    }
    // Registered again, the same function is called once.
    sqlite3_auto_extension(unsafeBitCast(entryPoint, to: (@convention(c) () -> Void).self))
  }
}
#endif
