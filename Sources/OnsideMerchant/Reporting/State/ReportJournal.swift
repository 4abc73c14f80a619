import CausewayDatabase
import CausewayJOSE
import Foundation

/// The state file of a run: the input file's hash, the store, the split into reports, and the store's answers.
///
/// The run writes the journal before it sends a report and after the store accepted it. If a process ends in between,
/// the next process sends the same bytes again, and the store answers with the same ID.
final class ReportJournal {
  /// The identity of a run.
  struct Run: Hashable {
    var input: SHA256Hash
    var server: String
    /// The start of the run, which is also the `created_at` of all its reports.
    var createdAt: String
    var transactions: Int
  }

  /// A report of the run.
  struct Report: Hashable {
    /// The number of the report, from 1.
    var number: Int
    /// The indices of the report's transactions in the file.
    var range: Range<Int>
    /// The SHA-256 of the report's body.
    var digest: SHA256Hash
    /// The store's ID of the report; nil until the store accepted the report.
    var reportID: Int64?
    /// The number of transactions that the store counted; nil until the store has processed the report.
    var valid: Int?
  }

  private let database: Database

  /// Opens the file, or creates it.
  ///
  /// - Throws: ``ReportRunError``. A file that is not a journal stays unchanged.
  init(_ file: URL) throws(ReportRunError) {
    // Without this check, the database would move any other file aside as damaged, such as the publisher's CSV file. If
    // the file cannot be read, the database opens it, because the database's error gives the reason.
    if (try? Self.definition.difference(of: file)) != nil { throw .notAStateFile(path: file.path) }
    do throws(DatabaseError) {
      database = try Database(file: file, definition: Self.definition)
    } catch {
      throw ReportRunError(error)
    }
  }

  private static let definition = DatabaseDefinition(
    applicationID: 0x4F72_7074,  // "Orpt"
    migrations: [
      """
      CREATE TABLE run (
        row INTEGER PRIMARY KEY CHECK (row = 1), input BLOB NOT NULL, server TEXT NOT NULL, created_at TEXT NOT NULL,
        transactions INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE report (
        number INTEGER PRIMARY KEY, first INTEGER NOT NULL, past INTEGER NOT NULL, digest BLOB NOT NULL,
        report_id INTEGER, valid INTEGER
      ) STRICT;
      CREATE TABLE invalid (
        report INTEGER NOT NULL REFERENCES report (number), number INTEGER NOT NULL, id TEXT NOT NULL,
        reason TEXT NOT NULL, PRIMARY KEY (report, number)
      ) STRICT, WITHOUT ROWID;
      """
    ])

  /// Returns the run in the journal; nil for a new journal.
  func run() throws(ReportRunError) -> Run? {
    try doing { () throws(DatabaseError) in
      try database.query("SELECT input, server, created_at, transactions FROM run") { row throws(DatabaseError) in
        Run(
          input: SHA256Hash(stored: try row.blob(0)), server: try row.text(1), createdAt: try row.text(2),
          transactions: Int(try row.integer(3)))
      }.first
    }
  }

  /// Writes the run and its reports in one transaction.
  func begin(_ run: Run, _ reports: [Report]) throws(ReportRunError) {
    try doing { () throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) in
        try database.execute(
          "INSERT INTO run (row, input, server, created_at, transactions) VALUES (1, ?, ?, ?, ?)",
          .blob(run.input.bytes), .text(run.server), .text(run.createdAt), .integer(Int64(run.transactions)))
        for report in reports {
          try database.execute(
            "INSERT INTO report (number, first, past, digest) VALUES (?, ?, ?, ?)", .integer(Int64(report.number)),
            .integer(Int64(report.range.lowerBound)), .integer(Int64(report.range.upperBound)),
            .blob(report.digest.bytes))
        }
      }
    }
  }

  /// Returns the reports, sorted by number.
  func reports() throws(ReportRunError) -> [Report] {
    try doing { () throws(DatabaseError) in
      try database.query("SELECT number, first, past, digest, report_id, valid FROM report ORDER BY number") {
        row throws(DatabaseError) in
        let (first, past) = (Int(try row.integer(1)), Int(try row.integer(2)))
        guard 0 <= first, first < past else { throw row.damaged("a report has no transactions") }
        return Report(
          number: Int(try row.integer(0)), range: first..<past, digest: SHA256Hash(stored: try row.blob(3)),
          reportID: try row.integerOrNil(4), valid: try row.integerOrNil(5).map { Int($0) })
      }
    }
  }

  /// Records that the store accepted a report.
  func accept(_ number: Int, as reportID: Int64) throws(ReportRunError) {
    try doing { () throws(DatabaseError) in
      try database.execute(
        "UPDATE report SET report_id = ? WHERE number = ?", .integer(reportID), .integer(Int64(number)))
    }
  }

  /// Records the store's result for a report in one transaction.
  func complete(_ number: Int, valid: Int, invalid: [ReportState.Invalid]) throws(ReportRunError) {
    try doing { () throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) in
        try database.execute(
          "UPDATE report SET valid = ? WHERE number = ?", .integer(Int64(valid)), .integer(Int64(number)))
        for (index, transaction) in invalid.enumerated() {
          try database.execute(
            "INSERT INTO invalid (report, number, id, reason) VALUES (?, ?, ?, ?)", .integer(Int64(number)),
            .integer(Int64(index)), .text(transaction.id), .text(transaction.reason))
        }
      }
    }
  }

  /// Returns the transactions of a report that the store rejected, in the store's order.
  func invalid(of number: Int) throws(ReportRunError) -> [ReportState.Invalid] {
    try doing { () throws(DatabaseError) in
      try database.query("SELECT id, reason FROM invalid WHERE report = ? ORDER BY number", .integer(Int64(number))) {
        row throws(DatabaseError) in ReportState.Invalid(id: try row.text(0), reason: try row.text(1))
      }
    }
  }

  /// Closes the file.
  func close() { database.close() }

  private func doing<Value>(_ work: () throws(DatabaseError) -> Value) throws(ReportRunError) -> Value {
    do throws(DatabaseError) {
      return try work()
    } catch {
      throw ReportRunError(database.setAside(because: error))
    }
  }
}
