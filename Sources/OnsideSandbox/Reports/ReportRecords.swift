import CausewayDatabase
import CausewayJOSE
import CausewayJSON
import Foundation

/// The tables of transaction reports.
struct ReportRecords {
  // `digest` is the SHA-256 of a report. `content` is its transactions in JSON until they are processed. `received` is
  // in real time, because processing takes a duration of real time. `reported_transaction.reason` is null for a valid
  // transaction; each id is valid once. Duplicates have no row.
  static let tables = """
    CREATE TABLE report (
      number INTEGER PRIMARY KEY,
      digest BLOB NOT NULL UNIQUE,
      created_at TEXT NOT NULL,
      transactions INTEGER NOT NULL,
      content TEXT,
      received INTEGER NOT NULL,
      accepted INTEGER NOT NULL,
      processing INTEGER,
      completed INTEGER
    );
    CREATE INDEX report_open ON report (received) WHERE completed IS NULL;
    CREATE TABLE reported_transaction (
      report INTEGER NOT NULL REFERENCES report (number),
      position INTEGER NOT NULL,
      id TEXT NOT NULL,
      reason TEXT,
      PRIMARY KEY (report, position)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX reported_transaction_valid ON reported_transaction (id) WHERE reason IS NULL;
    """

  let database: Database

  /// Returns the number of the report with a digest; nil if there is none.
  func report(_ digest: SHA256Hash) throws(DatabaseError) -> Int64? {
    try database.query("SELECT number FROM report WHERE digest = ?", .blob(digest.bytes), row: Self.number).first
  }

  /// Stores a new report, and returns its number.
  func add(
    _ report: SandboxReport, _ digest: SHA256Hash, receivedAt real: Date, acceptedAt now: Date
  ) throws(DatabaseError) -> Int64 {
    let values: [DatabaseValue] = [
      .blob(digest.bytes), .text(report.createdAt), .integer(Int64(report.transactions.count)), .text(report.content),
      .integer(real.milliseconds), .integer(now.milliseconds),
    ]
    try database.execute(
      """
      INSERT INTO report (digest, created_at, transactions, content, received, accepted) VALUES (?, ?, ?, ?, ?, ?)
      """, values)
    return try self.report(digest) ?? 0
  }

  /// Returns the numbers of the reports that were received at or before a real time and whose processing has not begun.
  func toBegin(receivedBy real: Date) throws(DatabaseError) -> [Int64] {
    try database.query(
      "SELECT number FROM report WHERE completed IS NULL AND processing IS NULL AND received <= ? ORDER BY number",
      .integer(real.milliseconds), row: Self.number)
  }

  /// Returns the numbers of the reports that were received at or before a real time and are not completed.
  func toComplete(receivedBy real: Date) throws(DatabaseError) -> [Int64] {
    try database.query(
      "SELECT number FROM report WHERE completed IS NULL AND received <= ? ORDER BY number",
      .integer(real.milliseconds), row: Self.number)
  }

  func begin(report number: Int64, at now: Date) throws(DatabaseError) {
    try database.execute(
      "UPDATE report SET processing = ? WHERE number = ?", .integer(now.milliseconds), .integer(number))
  }

  /// Checks the transactions of a report, stores the results, and marks the report as completed.
  ///
  /// - Parameter latest: the latest valid time of settlement, for ``SandboxTransaction/fault(at:)``.
  func complete(report number: Int64, at now: Date, latest: Date) throws(DatabaseError) {
    for (position, transaction) in try transactions(of: number).enumerated() {
      if try counts(transaction.id) { continue }
      try database.execute(
        "INSERT INTO reported_transaction (report, position, id, reason) VALUES (?, ?, ?, ?)", .integer(number),
        .integer(Int64(position)), .text(transaction.id), DatabaseValue(transaction.fault(at: latest)))
    }
    try database.execute(
      "UPDATE report SET content = NULL, completed = ? WHERE number = ?", .integer(now.milliseconds), .integer(number))
  }

  /// Returns whether a transaction with this id was counted before.
  private func counts(_ id: String) throws(DatabaseError) -> Bool {
    try !database.query("SELECT 1 FROM reported_transaction WHERE id = ? AND reason IS NULL", .text(id)) { _ in }
      .isEmpty
  }

  private func transactions(of number: Int64) throws(DatabaseError) -> [SandboxTransaction] {
    try database.query("SELECT content FROM report WHERE number = ?", .integer(number)) { row throws(DatabaseError) in
      guard let values = try? JSONValue(parsing: try row.text(0)).arrayValue else {
        throw row.damaged("a report's transactions are not an array")
      }
      let transactions = values.compactMap(SandboxTransaction.init(stored:))
      guard transactions.count == values.count else { throw row.damaged("a report's transaction cannot be read") }
      return transactions
    }.first ?? []
  }

  /// Returns the state of the report with a number; nil if there is none.
  func state(_ number: Int64) throws(DatabaseError) -> SandboxReportState? {
    let found = try database.query(
      "SELECT created_at, transactions, accepted, processing, completed FROM report WHERE number = ?", .integer(number)
    ) { row throws(DatabaseError) in
      SandboxReportState(
        number: number, createdAt: try row.text(0), count: Int(try row.integer(1)),
        acceptedAt: Date(milliseconds: try row.integer(2)),
        processingAt: try row.integerOrNil(3).map(Date.init(milliseconds:)),
        completedAt: try row.integerOrNil(4).map(Date.init(milliseconds:)))
    }
    guard var state = found.first else { return nil }
    let findings = try database.query(
      "SELECT id, reason FROM reported_transaction WHERE report = ? ORDER BY position", .integer(number)
    ) { row throws(DatabaseError) in (id: try row.text(0), reason: try row.textOrNil(1)) }
    for finding in findings {
      if let reason = finding.reason {
        state.invalid.append(SandboxReportState.Invalid(id: finding.id, reason: reason))
      } else {
        state.valid.append(finding.id)
      }
    }
    return state
  }

  /// Returns the numbers of the newest reports below a number, the highest first.
  func newest(before number: Int64, limit: Int) throws(DatabaseError) -> [Int64] {
    try database.query(
      "SELECT number FROM report WHERE number < ? ORDER BY number DESC LIMIT ?", .integer(number),
      .integer(Int64(limit)), row: Self.number)
  }

  private static func number(_ row: Row) throws(DatabaseError) -> Int64 { try row.integer(0) }
}
