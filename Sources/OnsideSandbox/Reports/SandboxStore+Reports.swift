import CausewayDatabase
import CausewayJOSE
import Foundation

extension SandboxStore {
  /// Lets a request to the reporting API in.
  ///
  /// - Parameter key: of the field `Authorization`; nil if there is none.
  /// - Throws: `invalid_token`; `rate_limited`, which only requests with the right key can be.
  package func admitReporter(_ key: String?) throws(SandboxProblem) {
    guard let key else {
      throw SandboxProblem(.invalidToken, "Send the API key in the field Authorization, as Bearer", reason: "missing")
    }
    guard SHA256Hash(of: key) == merchant.apiKey else {
      throw SandboxProblem(.invalidToken, "The API key is not this store's", reason: "wrong_key")
    }
    if let refusal = merchantGate.count(at: options.realTime()) { throw refusal }
  }

  /// Takes a report; once. It is on the disk when this returns, and is processed later.
  ///
  /// - Returns: its number, which is the same for the same report.
  package func submit(_ report: SandboxReport) throws(SandboxProblem) -> Int64 {
    let digest = report.digest
    return try transaction { () throws(DatabaseError) in
      if let number = try records.report(digest) { return .success(number) }
      return .success(
        try records.add(report, digest, receivedAt: options.realTime(), acceptedAt: try moment()))
    }
  }

  /// What has become of a report.
  ///
  /// - Throws: `unknown_report`.
  package func reportState(_ number: Int64) throws(SandboxProblem) -> SandboxReportState {
    try processReports()
    guard let state = try keeping({ () throws(DatabaseError) in try records.reportState(number) }) else {
      throw .unknownReport
    }
    return state
  }

  /// A page of the reports, the newest first.
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

  /// Does what has become due: a report is begun after half of its time, and done after all of it. Nobody sees a report
  /// but by asking, so it is done when somebody does.
  private func processReports() throws(SandboxProblem) {
    let real = options.realTime()
    try transaction { () throws(DatabaseError) in
      let begun = real - options.reportSeconds / 2
      let done = real - options.reportSeconds
      for number in try records.reportsToBegin(receivedBy: begun) {
        try records.begin(report: number, at: try moment())
      }
      for number in try records.reportsToComplete(receivedBy: done) {
        // The store's clock can be ahead of real time, and behind it.
        let now = try moment()
        try records.complete(report: number, at: now, latest: max(now, real))
      }
      return .success(())
    }
  }
}
