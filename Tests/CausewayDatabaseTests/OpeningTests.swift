import DatabaseProgram
import Foundation
import Testing

@testable import CausewayDatabase

@Suite("Opening a database")
struct OpeningTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test("A missing file is created, with its folders")
  func missing() throws {
    let file = folder.root.appendingPathComponent("one/two/notes")
    let notes = try Notes(file)
    try notes.add(1, "one")
    #expect(try notes.all() == [1: "one"])
  }

  @Test("The next opening has all notes, and a closed database leaves no other files")
  func reopened() throws {
    try folder.make()
    #expect(try folder.names() == ["notes"])
    #expect(try Notes(folder.file).all() == [1: "one", 2: "two"])
  }

  @Test("A symbolic link is refused, and its target is not changed", arguments: ["", "-wal", ".lock"])
  func link(suffix: String) throws {
    let target = folder.root.appendingPathComponent("target")
    try Data("mine".utf8).write(to: target)
    if suffix == "-wal" { try folder.make() }
    unlink(folder.file.path + suffix)
    try FileManager.default.createSymbolicLink(atPath: folder.file.path + suffix, withDestinationPath: target.path)
    guard case .failed(let path, _)? = folder.openingError() else {
      Issue.record("The link was followed, or reported as damage")
      return
    }
    #expect(path.hasPrefix(folder.file.path))
    #expect(try folder.bytes("target") == Data("mine".utf8))
    #expect(try folder.names().allSatisfy { !$0.contains("damaged") })
  }

  @Test("A link that replaces the file after the check is not followed either")
  func linkAfterTheCheck() throws {
    try folder.make()
    let link = folder.root.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: folder.file.path)
    for create in [false, true] {
      #expect(throws: DatabaseError.self) { try Connection(link.path, create: create) }
    }
    #expect(throws: DatabaseError.self) { try DatabaseHeader(of: link.path) }
    try FileManager.default.removeItem(at: link)
    let missing = folder.root.appendingPathComponent("missing")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: missing.path)
    #expect(throws: DatabaseError.self) { try Connection(link.path, create: true) }
    #expect(!FileManager.default.fileExists(atPath: missing.path))
  }

  @Test("The database's folder can be behind a link, even a folder that does not exist yet")
  func folderBehindALink() throws {
    let real = folder.root.appendingPathComponent("real")
    let link = folder.root.appendingPathComponent("link")
    try FileManager.default.createDirectory(at: real, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: real.path)
    for path in ["notes", "one/two/notes"] {
      for expected in [1, 2] {
        let notes = try Notes(link.appendingPathComponent(path))
        try notes.add(expected, "text")
        #expect(try notes.all().count == expected)
      }
      #expect(FileManager.default.fileExists(atPath: real.appendingPathComponent(path).path))
    }
  }

  @Test("A database whose creation was interrupted is created again")
  func unfinished() throws {
    // A process that is killed before it has created the tables leaves these files.
    for name in ["notes.new", "notes.new-wal", "notes.new-shm"] {
      try Data("half".utf8).write(to: folder.root.appendingPathComponent(name))
    }
    try folder.make()
    #expect(try folder.names() == ["notes"])
  }

  @Test("An older file is migrated to the current version, and keeps its contents")
  func older() throws {
    let first = DatabaseDefinition(
      applicationID: Notes.definition.applicationID, migrations: Array(Notes.definition.migrations.prefix(1)))
    try folder.make(definition: first)
    let notes = try Notes(folder.file)
    #expect(try notes.all() == [1: "one", 2: "two"])
    #expect(
      try notes.database.query("SELECT name FROM sqlite_schema WHERE type = 'index'") {
        row throws(DatabaseError) in try row.text(0)
      } == ["note_text"])
  }

  @Test("A migration that fails leaves the file as it was")
  func failingMigration() throws {
    try folder.make()
    let definition = DatabaseDefinition(
      applicationID: Notes.definition.applicationID,
      migrations: Notes.definition.migrations + ["CREATE TABLE other (id); INSERT INTO nothing VALUES (1)"])
    guard case .failed = folder.openingError(definition: definition) else {
      Issue.record("The migration did not fail")
      return
    }
    #expect(try Notes(folder.file).all() == [1: "one", 2: "two"])
  }

  @Test("A newer file is reported, and not changed")
  func newer() throws {
    let definition = DatabaseDefinition(
      applicationID: Notes.definition.applicationID,
      migrations: Notes.definition.migrations + ["CREATE TABLE other (id)"])
    try folder.make(definition: definition)
    let before = try folder.bytes()
    #expect(
      folder.openingError()
        == .newer(path: folder.file.resolvingSymlinksInPath().path, version: 3, supported: 2))
    #expect(try folder.bytes() == before)
    #expect(try folder.names() == ["notes"])
  }

  @Test("A process cannot open a file twice at once")
  func twice() throws {
    let notes = try Notes(folder.file)
    try notes.add(1, "one")
    let inUse = DatabaseError.inUse(path: folder.file.resolvingSymlinksInPath().path)
    #expect(folder.openingError() == inUse)
    // The failed second opening must not have released the locks of the first opening.
    #expect(folder.openingError() == inUse)
    try notes.add(2, "two")
    notes.database.close()
    #expect(folder.openingError() == nil)
  }

  @Test("A database is closed when the last reference to it is released")
  func released() throws {
    do {
      let notes = try Notes(folder.file)
      try notes.add(1, "one")
    }
    #expect(try Notes(folder.file).all() == [1: "one"])
  }

  @Test("A folder at the path of the file is an error, and is not removed")
  func folderInPlace() throws {
    try FileManager.default.createDirectory(at: folder.file, withIntermediateDirectories: true)
    guard case .failed = folder.openingError() else {
      Issue.record("The opening did not fail")
      return
    }
    #expect(try folder.names() == ["notes"])
  }

  @Test("A file at the path of the folder is an error")
  func fileInPlaceOfFolder() throws {
    try folder.make()
    #expect(throws: DatabaseError.self) { try Notes(folder.file.appendingPathComponent("notes")) }
  }
}
