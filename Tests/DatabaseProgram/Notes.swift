import CausewayDatabase
import Foundation

/// A database of numbered notes, each with a checksum, similar to the databases of apps.
package struct Notes {
  /// The definition of the database: the table, and an index that a later version added.
  package static let definition = DatabaseDefinition(
    applicationID: 0x4e6f_7465,
    migrations: [
      "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL, checksum INTEGER NOT NULL)",
      "CREATE INDEX note_text ON note (text)",
    ])

  /// The database.
  package let database: Database

  /// Opens a database.
  package init(_ file: URL, definition: DatabaseDefinition = definition, now: Date = Date()) throws(DatabaseError) {
    database = try Database(file: file, definition: definition, now: now)
  }

  /// Adds a note.
  package func add(_ id: Int, _ text: String) throws(DatabaseError) {
    try database.execute(
      "INSERT INTO note (id, text, checksum) VALUES (?, ?, ?)", .integer(Int64(id)), .text(text),
      .integer(checksum("\(id) \(text)".utf8)))
  }

  /// Returns all notes. Throws `damaged` if a note differs from the written one.
  package func all() throws(DatabaseError) -> [Int: String] {
    let notes = try database.query("SELECT id, text, checksum FROM note ORDER BY id") {
      row throws(DatabaseError) -> (Int, String) in
      let (id, text) = (try row.integer(0), try row.text(1))
      guard try row.integer(2) == checksum("\(id) \(text)".utf8) else {
        throw row.damaged("the checksum of note \(id)")
      }
      return (Int(id), text)
    }
    return Dictionary(uniqueKeysWithValues: notes)
  }
}
