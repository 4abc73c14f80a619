#if os(Linux)
import DatabaseProgram
import Foundation
import SQLiteTestSupport
import Testing

/// Databases whose log stays. Apple's SQLite keeps the log when the last connection ends, and the database must work in
/// the same way with it.
@Suite("SQLite that keeps the log") struct PersistentLogTests {
  init() { PersistentLog.becomesTheDefault() }

  @Test("A file is made, and nothing lies beside it when it is closed") func made() throws {
    let folder = try Folder()
    try folder.make()
    #expect(try folder.names() == ["notes"])
    #expect(try Notes(folder.file).all() == [1: "one", 2: "two"])
    #expect(try folder.names() == ["notes"])
  }
}
#endif
