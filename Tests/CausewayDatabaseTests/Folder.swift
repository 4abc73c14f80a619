import CausewayDatabase
import DatabaseProgram
import Foundation

/// A folder that is removed at the end of the test.
final class Folder: Sendable {
  let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent("causeway-database-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: root)  // Ignore errors, because the system clears its temporary folder.
  }

  /// The database's file.
  var file: URL { root.appendingPathComponent("notes") }

  /// Returns the sorted names of all files except the lock.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.path).filter { $0 != "notes.lock" }.sorted()
  }

  /// Makes a database with notes, and closes it.
  func make(_ notes: [Int: String] = [1: "one", 2: "two"], definition: DatabaseDefinition = Notes.definition) throws {
    let made = try Notes(file, definition: definition)
    defer { made.database.close() }
    for (id, text) in notes { try made.add(id, text) }
  }

  /// Returns the bytes of the database's file, or of another file.
  func bytes(_ name: String = "notes") throws -> Data { try Data(contentsOf: root.appendingPathComponent(name)) }

  /// Opens the database, and returns the error; nil if there is no error.
  func openingError(definition: DatabaseDefinition = Notes.definition, now: Date = Date()) -> DatabaseError? {
    do {
      try Notes(file, definition: definition, now: now).database.close()
      return nil
    } catch {
      return error
    }
  }
}
