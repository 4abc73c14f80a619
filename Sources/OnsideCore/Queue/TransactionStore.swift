import CausewayDatabase
import Foundation

/// The storage of unfinished transactions: an SQLite file. Each change is on disk when its method returns.
public actor TransactionStore {
  /// The open file; nil for a store that keeps nothing.
  private let database: Database?
  /// The transactions that the file contained when it was opened, oldest first, without the damaged ones.
  nonisolated let unfinished: [TransactionRecord]
  /// A description of each damaged transaction in the file. The row stays in the file, so that its damage does not cost
  /// the user the other transactions.
  nonisolated let damagedTransactions: [String]
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
    (database, unfinished, damagedTransactions) = (nil, [], [])
    (lastAccount, attribution, history) = (nil, nil, nil)
  }

  /// Opens the file, or creates it. If the content of a transaction in it is damaged, opens the file without this
  /// transaction.
  ///
  /// - Throws: `DatabaseError` if the file is damaged (it is then moved to the path that the error contains), was
  ///   written by a newer version, cannot be written, or is open in another process.
  public init(file: URL) throws(DatabaseError) {
    self.file = file
    let database = try Database(file: file, definition: Self.definition)
    do {
      (unfinished, damagedTransactions) = try Self.records(of: database)
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

  /// Returns a fact; nil if it is missing or damaged, because the SDK can continue without it.
  private static func fact(_ fact: Fact, of database: Database) throws(DatabaseError) -> String? {
    try database.query("SELECT value FROM facts WHERE name = ?", .text(fact.rawValue)) { row -> String? in
      try? row.text(0)
    }.first ?? nil
  }

  /// Returns the transactions, and a description of each damaged one.
  private static func records(of database: Database) throws(DatabaseError) -> ([TransactionRecord], [String]) {
    let rows = try database.query(
      "SELECT id, content, checksum FROM transactions ORDER BY position", row: Self.readRecord)
    var records: [TransactionRecord] = []
    var damaged: [String] = []
    for row in rows {
      switch row {
      case .success(let record): records.append(record)
      case .failure(.damaged(_, let reason, _)): damaged.append(reason)
      case .failure(let error): throw error
      }
    }
    return (records, damaged)
  }

  private static func readRecord(_ row: Row) -> Result<TransactionRecord, DatabaseError> {
    do throws(DatabaseError) {
      return .success(try record(row))
    } catch {
      return .failure(error)
    }
  }

  private static func record(_ row: Row) throws(DatabaseError) -> TransactionRecord {
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

  private func encoded(_ record: TransactionRecord) throws(DatabaseError) -> [UInt8] {
    do {
      return Array(try JSONEncoder().encode(record))
    } catch {
      // The service returned a price that is not a finite number, which JSON cannot represent.
      throw DatabaseError.failed(path: file.path, reason: "a transaction cannot be written: \(error)")
    }
  }
}
