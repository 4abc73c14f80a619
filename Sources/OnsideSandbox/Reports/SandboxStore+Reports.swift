import CausewayDatabase
import CausewayJOSE
import Foundation

extension SandboxStore {
  /// Admits a request to the Transactions Reporting API.
  ///
  /// - Parameter key: the bearer token of the field `Authorization`; nil if there is none.
  /// - Throws: `invalid_token`; `rate_limited`, for requests with the right key only.
  package func admitReporter(_ key: String?) throws(SandboxProblem) {
    guard let key else {
      throw SandboxProblem(.invalidToken, "Send the API key in the field Authorization, as Bearer", reason: "missing")
    }
    guard SHA256Hash(of: key) == merchant.apiKey else {
      throw SandboxProblem(.invalidToken, "The API key is not this store's", reason: "wrong_key")
    }
    if let refusal = merchantGate.count(at: options.realTime()) { throw refusal }
  }

  /// Stores a report, once. The report is on the disk when this method returns, and is processed later.
  ///
  /// - Returns: the report's number. The same report gets the same number again.
  package func submit(_ report: SandboxReport) throws(SandboxProblem) -> Int64 {
    let digest = report.digest
    return try transaction { () throws(DatabaseError) in
      if let number = try records.report(digest) { return .success(number) }
      return .success(
        try records.add(report, digest, receivedAt: options.realTime(), acceptedAt: try moment()))
    }
  }

  /// Returns the state of a report.
  ///
  /// - Throws: `unknown_report`.
  package func reportState(_ number: Int64) throws(SandboxProblem) -> SandboxReportState {
    try processReports()
    guard let state = try keeping({ () throws(DatabaseError) in try records.reportState(number) }) else {
      throw .unknownReport
    }
    return state
  }

  /// Returns a page of the reports, the newest first.
  /// - Parameter number: the reports before this number are returned; nil for the newest.
  package func reports(before number: Int64?, limit: Int) throws(SandboxProblem) -> [SandboxReportState] {
    try processReports()
    return try keeping { () throws(DatabaseError) in
      var states: [SandboxReportState] = []
      for number in try records.newestReports(before: number ?? .max, limit: limit) {
        if let state = try records.reportState(number) { states.append(state) }
      }
      return states
    }
  }

  /// Processes the reports that are due. Processing begins after half of `reportSeconds` and is completed after all of
  /// it. No timer is needed, because a report's state can only be seen by calls that run this method first.
  private func processReports() throws(SandboxProblem) {
    let real = options.realTime()
    try transaction { () throws(DatabaseError) in
      let begun = real - options.reportSeconds / 2
      let done = real - options.reportSeconds
      for number in try records.reportsToBegin(receivedBy: begun) {
        try records.begin(report: number, at: try moment())
      }
      for number in try records.reportsToComplete(receivedBy: done) {
        // The store's clock can be ahead of real time or behind it; a transaction may be settled by either.
        let now = try moment()
        try records.complete(report: number, at: now, latest: max(now, real))
      }
      return .success(())
    }
  }
}
