import CausewayDatabase
import DatabaseProgram
import Foundation
import Testing

@Suite("A damaged database gives a clear error, and is kept")
struct DamageTests {
  private let folder: Folder
  private let now = Date(timeIntervalSince1970: 1_700_000_000)
  private let kept = "notes.damaged-20231114-221320"

  init() throws {
    folder = try Folder()
  }

  @Test("An empty file")
  func empty() throws { try expectDamage(Data(), "it is empty") }

  @Test("A file that is not a database")
  func notADatabase() throws {
    try expectDamage(Data(repeating: 0x61, count: 5000), "it is not an SQLite file")
  }

  @Test("A file that ends within its header")
  func short() throws {
    try folder.make()
    try expectDamage(folder.bytes().prefix(60), "it ends after 60 bytes")
  }

  @Test("A file of zeros, as some file systems leave after a crash")
  func zeros() throws {
    try folder.make()
    try expectDamage(Data(count: folder.bytes().count), "it is not an SQLite file")
  }

  @Test("A database of another program")
  func otherKind() throws {
    try folder.make(definition: DatabaseDefinition(applicationID: 7, migrations: Notes.definition.migrations))
    try expectDamage(folder.bytes(), "it is another application's database")
  }

  @Test("A database without its tables")
  func noTables() throws {
    try folder.make()
    let notes = try Notes(folder.file)
    try notes.database.execute("DROP TABLE note")
    notes.database.close()
    try expectDamage(folder.bytes(), "a table is missing or different")
  }

  @Test("A database with a table that lacks a column")
  func otherColumns() throws {
    try folder.make()
    let notes = try Notes(folder.file)
    try notes.database.execute("ALTER TABLE note RENAME COLUMN checksum TO sum")
    notes.database.close()
    try expectDamage(folder.bytes(), "a table is missing or different")
  }

  @Test("A database without a version")
  func noVersion() throws {
    try folder.make()
    let notes = try Notes(folder.file)
    try notes.database.execute("PRAGMA user_version = 0")
    notes.database.close()
    try expectDamage(folder.bytes(), "it has no format version")
  }

  @Test("A missing file whose write-ahead log exists")
  func onlyTheLog() throws {
    try Data("changes".utf8).write(to: folder.root.appendingPathComponent("notes-wal"))
    #expect(folder.openingError(now: now) == damaged("the file is missing, and only its write-ahead log is left"))
    #expect(try folder.names() == [kept + "-wal"])
    #expect(folder.openingError() == nil)
  }

  @Test("A damaged file that was kept is never overwritten")
  func neverOverwritten() throws {
    for text in ["first", "second", "third"] {
      try Data(text.utf8).write(to: folder.file)
      #expect(folder.openingError(now: now) != nil)
    }
    #expect(try folder.names() == [kept, kept + "-2", kept + "-3"])
    #expect(try folder.bytes(kept) == Data("first".utf8))
    #expect(try folder.bytes(kept + "-3") == Data("third".utf8))
  }

  @Test("The write-ahead log is kept with the damaged file")
  func logIsKept() throws {
    try Data("not a database".utf8).write(to: folder.file)
    try Data("changes".utf8).write(to: folder.root.appendingPathComponent("notes-wal"))
    #expect(folder.openingError(now: now) != nil)
    #expect(try folder.names() == [kept, kept + "-wal"])
  }

  @Test("Damage that is found after the opening is also an error")
  func later() throws {
    let text = String(repeating: "x", count: 900)
    try folder.make(Dictionary(uniqueKeysWithValues: (1...2000).map { ($0, text + "\($0)") }))
    let notes = try Notes(folder.file)
    let size = try folder.bytes().count
    let handle = try FileHandle(forWritingTo: folder.file)
    try handle.seek(toOffset: 4096)
    handle.write(Data(repeating: 0xee, count: size - 4096))
    try handle.close()
    try notes.database.execute("PRAGMA shrink_memory")  // Otherwise SQLite would use the pages in memory.
    #expect(throws: DatabaseError.self) { try notes.all() }
  }

  private func damaged(_ reason: String) -> DatabaseError {
    let path = folder.file.resolvingSymlinksInPath().path
    let moved = folder.root.appendingPathComponent(kept).resolvingSymlinksInPath().path
    return .damaged(path: path, reason: reason, movedTo: moved)
  }

  private func expectDamage(_ bytes: Data, _ reason: String, location: SourceLocation = #_sourceLocation) throws {
    try bytes.write(to: folder.file)
    #expect(folder.openingError(now: now) == damaged(reason), sourceLocation: location)
    #expect(try folder.names() == [kept], sourceLocation: location)
    #expect(try folder.bytes(kept) == bytes, sourceLocation: location)
    // The next opening creates a new database.
    #expect(folder.openingError(now: now) == nil, sourceLocation: location)
    #expect(try Notes(folder.file).all() == [:], sourceLocation: location)
  }
}
