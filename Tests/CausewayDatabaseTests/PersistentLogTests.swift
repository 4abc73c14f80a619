#if os(Linux)
import DatabaseProgram
import Foundation
import SQLiteTestSupport
import Testing

/// Tests with a setting of Apple's SQLite: the write-ahead log is kept when the last connection is closed. The database
/// must behave in the same way with that setting.
@Suite("SQLite that keeps the log") struct PersistentLogTests {
  init() { PersistentLog.becomesTheDefault() }

  @Test("A closed database leaves only its file") func made() throws {
    let folder = try Folder()
    try folder.make()
    #expect(try folder.names() == ["notes"])
    #expect(try Notes(folder.file).all() == [1: "one", 2: "two"])
    #expect(try folder.names() == ["notes"])
  }
}
#endif
