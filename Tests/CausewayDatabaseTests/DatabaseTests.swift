import CausewayDatabase
import DatabaseProgram
import Foundation
import Testing

@Suite("Reading and writing a database")
struct DatabaseTests {
  private let folder: Folder
  private let database: Database

  init() throws {
    folder = try Folder()
    database = try Notes(folder.file).database
    try database.execute("CREATE TABLE value (id INTEGER PRIMARY KEY, value)")
  }

  @Test(
    "Every kind of value is read as it was written",
    arguments: [
      DatabaseValue.integer(.min), .integer(.max), .real(-0.5), .real(.infinity), .text(""), .text("a\0b"), .text("\0"),
      .text("\u{FEFF}é\u{301}👩‍👩‍👧"), .text(String(repeating: "x", count: 100_000)), .blob([]), .blob([0, 255]),
    ])
  func everyKindOfValue(value: DatabaseValue) throws {
    try database.execute("INSERT INTO value (value) VALUES (?)", value)
    let read = try database.query("SELECT value FROM value") { row throws(DatabaseError) -> DatabaseValue in
      switch value {
      case .integer: .integer(try row.integer(0))
      case .real: .real(try row.real(0))
      case .text: .text(try row.text(0))
      case .blob: .blob(try row.blob(0))
      case .null: row.isNull(0) ? nil : "not null"
      }
    }
    #expect(read == [value])
  }

  @Test("Null is read as the absence of a value")
  func null() throws {
    try database.execute("INSERT INTO value (value) VALUES (?)", nil)
    let read = try database.query("SELECT value, 1 FROM value") { row throws(DatabaseError) in
      [row.isNull(0), row.isNull(1), try row.textOrNil(0) == nil, try row.integerOrNil(1) == 1]
    }
    #expect(read == [[true, false, true, true]])
  }

  @Test("A column with the wrong type is reported as damage")
  func wrongType() throws {
    for value in [DatabaseValue.integer(1), .real(1), .blob([1]), .null] {
      #expect(throws: DatabaseError.damaged(path: path, reason: "column 0 has the wrong type", movedTo: nil)) {
        try database.query("SELECT ?", value) { row throws(DatabaseError) in try row.text(0) }
      }
    }
    #expect(throws: DatabaseError.damaged(path: path, reason: "column 0 has the wrong type", movedTo: nil)) {
      try database.query("SELECT ?", "1") { row throws(DatabaseError) in try row.integer(0) }
    }
  }

  @Test("A text that is not UTF-8 is reported as damage")
  func notUTF8() throws {
    #expect(throws: DatabaseError.damaged(path: path, reason: "column 0 is not UTF-8", movedTo: nil)) {
      try database.query("SELECT CAST(? AS TEXT)", .blob([0x61, 0xff])) { row throws(DatabaseError) in
        try row.text(0)
      }
    }
  }

  @Test("A transaction that throws changes nothing")
  func rollback() throws {
    let error = DatabaseError.failed(path: "", reason: "of the test")
    #expect(throws: error) {
      try database.transaction { () throws(DatabaseError) in
        try database.execute("INSERT INTO value (value) VALUES (1)")
        throw error
      }
    }
    #expect(try count() == 0)
    try database.transaction { () throws(DatabaseError) in try database.execute("INSERT INTO value (value) VALUES (1)")
    }
    #expect(try count() == 1)
  }

  @Test("The next opening has all completed changes, and none of an unfinished transaction")
  func unfinishedTransaction() throws {
    try database.execute("INSERT INTO note VALUES (1, 'kept', \(checksum("1 kept".utf8)))")
    try database.execute("BEGIN IMMEDIATE")
    try database.execute("INSERT INTO note VALUES (2, 'lost', \(checksum("2 lost".utf8)))")
    database.close()
    #expect(try Notes(folder.file).all() == [1: "kept"])
  }

  @Test("A statement can be used again, even while its rows are read")
  func statementReuse() throws {
    let insert = "INSERT INTO value (id, value) VALUES (?, ?)"
    for id in 1...3 { try database.execute(insert, .integer(Int64(id)), .integer(Int64(id * 10))) }
    let select = "SELECT id FROM value WHERE id >= ? ORDER BY id"
    let pairs = try database.query(select, 2) { row throws(DatabaseError) in
      let first = try row.integer(0)
      return try database.query(select, .integer(first)) { row throws(DatabaseError) in try row.integer(0) }
    }
    #expect(pairs == [[2, 3], [3]])
    // After an error, the statement must still work, and must not keep values of the earlier call.
    #expect(throws: DatabaseError.self) { try database.execute(insert, 1, 1) }
    try database.execute(insert, 4, nil)
    #expect(try database.query("SELECT value FROM value WHERE id = 4") { $0.isNull(0) } == [true])
  }

  @Test("A wrong number of values, a second statement and wrong SQL are errors")
  func misuse() throws {
    for sql in ["SELECT ?", "SELECT 1; SELECT 2", "SELEC", ""] {
      #expect(throws: DatabaseError.self, "\(sql)") { try database.execute(sql) }
    }
    #expect(throws: DatabaseError.self) { try database.execute("SELECT 1", 1) }
    try database.execute("SELECT 1 ;\n")
  }

  @Test("A database reports the number of rows that the last statement changed")
  func changes() throws {
    for id in 1...3 { try database.execute("INSERT INTO value (id) VALUES (?)", .integer(Int64(id))) }
    try database.execute("DELETE FROM value WHERE id > 1")
    #expect(database.changes == 2)
  }

  @Test("Each use of a closed database is an error")
  func closed() {
    database.close()
    database.close()
    #expect(throws: DatabaseError.failed(path: path, reason: "the database is closed")) {
      try database.execute("SELECT 1")
    }
    #expect(throws: DatabaseError.self) { try database.transaction { () throws(DatabaseError) in } }
  }

  @Test("A database is opened with the settings that durability and safety need")
  func settings() throws {
    let settings: [String: DatabaseValue] = [
      "journal_mode": "wal", "locking_mode": "exclusive", "synchronous": 2, "foreign_keys": 1, "trusted_schema": 0,
      "cell_size_check": 1, "fullfsync": 1, "checkpoint_fullfsync": 1, "user_version": 2,
    ]
    for (name, value) in settings {
      let read = try database.query("PRAGMA \(name)") { row throws(DatabaseError) -> DatabaseValue in
        if case .text = value { .text(try row.text(0)) } else { .integer(try row.integer(0)) }
      }
      #expect(read == [value], "\(name)")
    }
  }

  @Test("The checksum gives the published test vectors of FNV-1a")
  func checksumVectors() {
    #expect(UInt64(bitPattern: checksum("".utf8)) == 0xcbf2_9ce4_8422_2325)
    #expect(UInt64(bitPattern: checksum("a".utf8)) == 0xaf63_dc4c_8601_ec8c)
    #expect(UInt64(bitPattern: checksum("foobar".utf8)) == 0x8594_4171_f739_67e8)
  }

  @Test("The checksum of stored values is that of the values before they were stored")
  func rowChecksum() throws {
    let values: [DatabaseValue] = [
      nil, 7, .integer(.min), "", "é\u{301}", .text("a\0b"), .blob([]), .blob([0, 255]), nil,
    ]
    var before = RowChecksum()
    for value in values { before.add(value) }
    // The format must not change, because every order of an existing ledger would be damaged.
    #expect(UInt64(bitPattern: before.value) == 0x49e0_f7fe_d659_3490)
    let parameters = values.map { _ in "?" }.joined(separator: ", ")
    try database.execute("CREATE TABLE row (\(values.indices.map { "column\($0)" }.joined(separator: ", ")))")
    try database.execute("INSERT INTO row VALUES (\(parameters))", values)
    let stored = try database.query("SELECT * FROM row") { row throws(DatabaseError) in
      var after = RowChecksum()
      for column in values.indices { try after.add(column, of: row) }
      return after.value
    }
    #expect(stored == [before.value])
  }

  @Test("A checksum distinguishes the columns and the types of values")
  func rowChecksumOfDifferentRows() {
    let rows: [[DatabaseValue]] = [
      ["ab", "c"], ["a", "bc"], ["abc"], ["abc", nil], [nil, "abc"], [.blob(Array("abc".utf8))], [.blob([]), "abc"],
      [1], [.text("\0\0\0\0\0\0\0\u{1}")], [], [nil], [0],
    ]
    let checksums = rows.map { row in
      var checksum = RowChecksum()
      for value in row { checksum.add(value) }
      return checksum.value
    }
    #expect(Set(checksums).count == rows.count)
  }

  @Test("A floating-point number in the place of a checked value is damage")
  func rowChecksumOfNumber() {
    #expect(throws: DatabaseError.damaged(path: path, reason: "column 0 has the wrong type", movedTo: nil)) {
      try database.query("SELECT 1.5") { row throws(DatabaseError) in
        var checksum = RowChecksum()
        try checksum.add(0, of: row)
      }
    }
  }

  @Test("A copy that is written to the disk between its steps is complete")
  func backup() throws {
    let bytes = [UInt8](repeating: 1, count: 4_000)
    for _ in 0..<40 { try database.execute("INSERT INTO value (value) VALUES (?)", .blob(bytes)) }
    let file = folder.root.appendingPathComponent("copy")
    let backup = try database.backup(to: file)
    var size: Int?
    while size == nil {
      #expect(!FileManager.default.fileExists(atPath: file.path))
      try DatabaseBackup.synchronizeUnfinished(file)
      size = try backup.copy(pages: 8)
    }
    #expect(try folder.bytes("copy").count == size)
    #expect(try !folder.names().contains { $0.contains("unfinished") })
    let copy = try Notes(file).database
    let counts = try copy.query("SELECT count(*) FROM value") { row throws(DatabaseError) in try row.integer(0) }
    #expect(counts == [40])
  }

  @Test("A copy that cannot be written to the disk is an error")
  func backupIsGone() throws {
    let file = folder.root.appendingPathComponent("copy")
    let backup = try database.backup(to: file)
    try FileManager.default.removeItem(atPath: file.path + ".unfinished")
    #expect(throws: DatabaseError.self) { try DatabaseBackup.synchronizeUnfinished(file) }
    withExtendedLifetime(backup) {}
  }

  private var path: String { folder.file.resolvingSymlinksInPath().path }

  private func count() throws -> Int64? {
    try database.query("SELECT count(*) FROM value") { row throws(DatabaseError) in try row.integer(0) }.first
  }
}
