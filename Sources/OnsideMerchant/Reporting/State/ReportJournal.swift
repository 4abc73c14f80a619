import CausewayDatabase
import CausewayJOSE
import Foundation

/// What of a run is on the disk: which file it reports to which store, how the file is split, and what the store said.
///
/// It is written before a report is sent and after it was taken. A process that ends in between sends the same bytes
/// again, for which the store gives the same id.
final class ReportJournal {
  /// What a run is about.
  struct Run: Hashable {
    var input: SHA256Hash
    var server: String
    /// When the run began, which is the time of all its reports.
    var createdAt: String
    var transactions: Int
  }

  /// A report of the run.
  struct Report: Hashable {
    /// From 1 on.
    var number: Int
    /// Which transactions of the file.
    var range: Range<Int>
    /// The SHA-256 of the body.
    var digest: SHA256Hash
    /// Nil until the store took it.
    var reportID: Int64?
    /// How many of its transactions count; nil until the store has processed it.
    var valid: Int?
  }

  private let database: Database

  /// Opens the file, or makes it.
  ///
  /// - Throws: ``ReportRunError``. A file that is no journal is left as it is.
  init(_ file: URL) throws(ReportRunError) {
    guard Self.isJournalOrMissing(file) else { throw .notAStateFile(path: file.path) }
    do throws(DatabaseError) {
      database = try Database(file: file, form: Self.form)
    } catch {
      throw ReportRunError(error)
    }
  }

  private static let form = DatabaseForm(
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

  /// Whether a file is a journal, by its header. The database would move another file aside as damaged, and the name may
  /// be that of the publisher's own CSV.
  private static func isJournalOrMissing(_ file: URL) -> Bool {
    var status = stat()
    guard stat(file.path, &status) == 0 else { return true }
    guard status.st_mode & S_IFMT == S_IFREG else { return false }
    let head: Data
    do {
      // An empty file has no bytes to give.
      head = try FileHandle(forReadingFrom: file).read(upToCount: 72) ?? Data()
    } catch {
      // The database says why it cannot be read.
      return true
    }
    return head.count == 72 && head.starts(with: Array("SQLite format 3\0".utf8))
      && head[68..<72].elementsEqual([0x4F, 0x72, 0x70, 0x74])
  }

  /// The run of the file; nil for a new file.
  func run() throws(ReportRunError) -> Run? {
    try doing { () throws(DatabaseError) in
      try database.query("SELECT input, server, created_at, transactions FROM run") { row throws(DatabaseError) in
        Run(
          input: SHA256Hash(stored: try row.blob(0)), server: try row.text(1), createdAt: try row.text(2),
          transactions: Int(try row.integer(3)))
      }.first
    }
  }

  /// Writes down what is going to be reported, whole or not at all.
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

  /// The reports in their order.
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

  /// Notes that the store took a report.
  func accept(_ number: Int, as reportID: Int64) throws(ReportRunError) {
    try doing { () throws(DatabaseError) in
      try database.execute(
        "UPDATE report SET report_id = ? WHERE number = ?", .integer(reportID), .integer(Int64(number)))
    }
  }

  /// Notes what the store found in a report, whole or not at all.
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

  /// What the store did not take of a report, in the store's order.
  func invalid(of number: Int) throws(ReportRunError) -> [ReportState.Invalid] {
    try doing { () throws(DatabaseError) in
      try database.query("SELECT id, reason FROM invalid WHERE report = ? ORDER BY number", .integer(Int64(number))) {
        row throws(DatabaseError) in ReportState.Invalid(id: try row.text(0), reason: try row.text(1))
      }
    }
  }

  /// Lets the file go.
  func close() { database.close() }

  private func doing<Value>(_ work: () throws(DatabaseError) -> Value) throws(ReportRunError) -> Value {
    do throws(DatabaseError) {
      return try work()
    } catch {
      throw ReportRunError(database.setAside(because: error))
    }
  }
}
