import CausewayDatabase
import Foundation

/// The reports of transactions that the merchant's backend submits.
package struct ReportService {
  let database: Database
  let records: ReportRecords
  /// The time until a report is processed, in seconds of real time.
  let seconds: Double
  let clock: ClockService

  /// Stores a report, once. The report is on disk when this method returns, and is processed later.
  ///
  /// - Returns: the report's number. A repeated report gets the same number.
  package func submit(_ report: SandboxReport) throws(SandboxProblem) -> Int64 {
    let digest = report.digest
    return try database.runTransaction { () throws(DatabaseError) in
      if let number = try records.report(digest) { return .success(number) }
      return .success(
        try records.add(report, digest, receivedAt: clock.real, acceptedAt: try clock.moment()))
    }
  }

  /// Returns the state of a report.
  ///
  /// - Throws: `unknown_report`.
  package func state(_ number: Int64) throws(SandboxProblem) -> SandboxReportState {
    try process()
    guard let state = try database.run({ () throws(DatabaseError) in try records.state(number) }) else {
      throw .unknownReport
    }
    return state
  }

  /// Returns a page of the reports, the newest first.
  /// - Parameter number: only reports with a lower number are returned; nil for the newest reports.
  package func newest(before number: Int64?, limit: Int) throws(SandboxProblem) -> [SandboxReportState] {
    try process()
    return try database.run { () throws(DatabaseError) in
      var states: [SandboxReportState] = []
      for number in try records.newest(before: number ?? .max, limit: limit) {
        if let state = try records.state(number) { states.append(state) }
      }
      return states
    }
  }

  /// Processes the reports that are due. Processing begins after half of ``seconds``, and is completed after
  /// ``seconds``. No timer is needed, because a report's state can only be seen by calls that run this method first.
  private func process() throws(SandboxProblem) {
    let real = clock.real
    try database.runTransaction { () throws(DatabaseError) in
      let begun = real - seconds / 2
      let done = real - seconds
      for number in try records.toBegin(receivedBy: begun) {
        try records.begin(report: number, at: try clock.moment())
      }
      for number in try records.toComplete(receivedBy: done) {
        // A time of settlement is valid if it has passed on the store's clock or in real time, because the store's
        // clock can be ahead or behind.
        let now = try clock.moment()
        try records.complete(report: number, at: now, latest: max(now, real))
      }
      return .success(())
    }
  }
}
