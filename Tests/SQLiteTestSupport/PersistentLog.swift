#if os(Linux)
import SQLite3

/// The behavior of SQLite on Apple's platforms: the write-ahead log of a database (`-wal`) remains when the last
/// connection is closed, unless the connection has turned this off.
package enum PersistentLog {
  /// Turns the behavior on for all connections that this process opens from now on.
  package static func becomesTheDefault() {
    typealias EntryPoint =
      @convention(c) (OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, OpaquePointer?) -> Int32
    let entryPoint: EntryPoint = { connection, _, _ in
      var stays: Int32 = 1
      sqlite3_file_control(connection, "main", SQLITE_FCNTL_PERSIST_WAL, &stays)  // In-memory databases have no log.
      return SQLITE_OK
    }
    // Registering the same function again has no effect.
    sqlite3_auto_extension(unsafeBitCast(entryPoint, to: (@convention(c) () -> Void).self))
  }
}
#endif
