import CausewayDatabase
import Foundation

/// The storage of unfinished transactions: an SQLite file. Each change is on disk when its method returns.
public actor TransactionStore {
  /// The open file; nil for a store that keeps nothing.
  private let database: Database?
  /// The transactions that the file contained when it was opened, oldest first.
  nonisolated let unfinished: [TransactionRecord]
  /// The account that was logged in last, ``OnsideSession/account``.
  nonisolated let lastAccount: String?
  /// The information about how the user came to the app, as ``Attribution`` wrote it; nil if there is none.
  nonisolated let attribution: String?
  /// The signed history that arrived last, as ``LastHistory`` wrote it; nil if there is none.
  nonisolated let history: String?
  /// The file; `/dev/null` for a store that keeps nothing.
  public nonisolated let file: URL

  /// Creates a store that keeps nothing, for a client without a usable service. Such a client can sell nothing, so it
  /// must not need a file.
  package init() {
    file = URL(fileURLWithPath: "/dev/null")
    (database, unfinished, lastAccount, attribution, history) = (nil, [], nil, nil, nil)
  }

  /// Opens the file, or creates it.
  ///
  /// - Throws: `DatabaseError` if the file is damaged (it is then moved to the path that the error contains), was
  ///   written by a newer version, cannot be written, or is open in another process.
  public init(file: URL) throws(DatabaseError) {
    self.file = file
    let database = try Database(file: file, definition: Self.definition)
    do {
      unfinished = try Self.records(of: database)
      lastAccount = try Self.fact(.lastAccount, of: database)
      attribution = try Self.fact(.attribution, of: database)
      history = try Self.fact(.history, of: database)
    } catch let error {
      throw database.setAside(because: error)
    }
    self.database = database
  }

  /// Appends transactions, or replaces those with the same id; either all of them or none.
  func write(_ records: [TransactionRecord]) throws(DatabaseError) {
    try database?.transaction { () throws(DatabaseError) in
      for record in records {
        let content = try encoded(record)
        try database?.execute(
          """
          INSERT INTO transactions (id, content, checksum) VALUES (?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET content = excluded.content, checksum = excluded.checksum
          """, .text(record.id.uuidString), .blob(content), .integer(checksum(content)))
      }
    }
  }

  /// Deletes a transaction. Has no effect if the file does not contain it.
  func delete(_ id: UUID) throws(DatabaseError) {
    try database?.execute("DELETE FROM transactions WHERE id = ?", .text(id.uuidString))
  }

  /// The name of a value that the file contains in addition to the transactions.
  enum Fact: String {
    case lastAccount
    case attribution
    case history
  }

  /// Writes a fact, or replaces it.
  func keep(_ value: String, as fact: Fact) throws(DatabaseError) {
    try database?.execute(
      "INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      .text(fact.rawValue), .text(value))
  }

  /// Deletes a fact. Has no effect if the file does not contain it.
  func forget(_ fact: Fact) throws(DatabaseError) {
    try database?.execute("DELETE FROM facts WHERE name = ?", .text(fact.rawValue))
  }

  /// Closes the file, so that it can be opened again.
  package func close() {
    database?.close()
  }

  private static let definition = DatabaseDefinition(
    applicationID: 0x4F51_7565,  // "OQue"
    migrations: [
      """
      CREATE TABLE transactions (
        position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, content BLOB NOT NULL,
        checksum INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
      """
    ])

  private static func fact(_ fact: Fact, of database: Database) throws(DatabaseError) -> String? {
    try database.query("SELECT value FROM facts WHERE name = ?", .text(fact.rawValue)) { row throws(DatabaseError) in
      try row.text(0)
    }.first
  }

  private static func records(of database: Database) throws(DatabaseError) -> [TransactionRecord] {
    try database.query("SELECT id, content, checksum FROM transactions ORDER BY position") {
      row throws(DatabaseError) in
      let id = try row.text(0)
      let content = try row.blob(1)
      guard checksum(content) == (try row.integer(2)) else {
        throw row.damaged("transaction \(id) differs from what was written")
      }
      guard let record = try? JSONDecoder().decode(TransactionRecord.self, from: Data(content)),
        record.id.uuidString == id
      else { throw row.damaged("transaction \(id) cannot be read") }
      return record
    }
  }

  private func encoded(_ record: TransactionRecord) throws(DatabaseError) -> [UInt8] {
    do {
      return Array(try JSONEncoder().encode(record))
    } catch {
      // The service returned a price that is not a finite number, which JSON cannot represent.
      throw DatabaseError.failed(path: file.path, reason: "a transaction cannot be written: \(error)")
    }
  }
}
