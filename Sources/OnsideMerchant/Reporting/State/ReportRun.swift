import CausewayJOSE
import Foundation

/// A run that reports a file of transactions to a store, and that can resume where an earlier process ended.
///
/// The run writes its plan into the state file before it sends the first report, and then each answer of the store. A
/// process may therefore end at any time. The next process with the same file and the same state file continues, no
/// transaction is lost, and none counts twice. Only one process at a time may use a state file.
public actor ReportRun {
  /// A step of the run that has just finished.
  public enum Progress: Hashable, Sendable {
    /// The store accepted a report; `of` is the number of all reports.
    case accepted(ReportOutcome, of: Int)
    /// The store has accepted all reports, but has not processed this number of them yet.
    case waiting(reports: Int)
    /// The store has processed a report; `of` is the number of all reports.
    case completed(ReportOutcome, of: Int)
  }

  private let file: TransactionFile
  private let state: URL
  private let journal: ReportJournal
  private let createdAt: String
  private var reports: [ReportJournal.Report]

  /// Opens the state file, or creates it.
  ///
  /// - Parameters:
  ///   - state: The state file, which only this run uses. The file must be on a disk that keeps its content after the
  ///     process has ended.
  ///   - server: The address of the store. It must be the same for all processes of a run.
  ///   - now: The time that becomes the `created_at` of the reports if the run is new.
  /// - Throws: ``ReportRunError``.
  public init(_ file: TransactionFile, state: URL, server: URL, now: Date = Date()) throws(ReportRunError) {
    try self.init(file, state: state, server: server, now: now, maximumBytes: TransactionReport.maximumBytes)
  }

  /// Opens the state file with another maximum size of reports; tests use small ones.
  init(
    _ file: TransactionFile, state: URL, server: URL, now: Date, maximumBytes: Int
  ) throws(ReportRunError) {
    self.file = file
    self.state = state
    journal = try ReportJournal(state)
    if let run = try journal.run() {
      guard run.input == file.digest, run.transactions == file.transactions.count else {
        throw .otherInput(path: state.path)
      }
      guard run.server.isSameAddress(as: server.absoluteString) else {
        throw .otherServer(path: state.path, server: run.server)
      }
      createdAt = run.createdAt
      reports = try journal.reports()
      guard reports.last?.range.upperBound == run.transactions else {
        throw .state(reason: "\(state.path) is not complete; name a new state file")
      }
      return
    }
    createdAt = RFC3339.text(now)
    reports = try Self.plan(file, createdAt, maximumBytes)
    let run = ReportJournal.Run(
      input: file.digest, server: server.absoluteString, createdAt: createdAt, transactions: file.transactions.count)
    try journal.begin(run, reports)
  }

  private static func plan(
    _ file: TransactionFile, _ createdAt: String, _ maximumBytes: Int
  ) throws(ReportRunError) -> [ReportJournal.Report] {
    let ranges: [Range<Int>]
    do throws(TransactionTooLong) {
      ranges = try TransactionReport.ranges(
        file.transactions, createdAt: createdAt, maximumBytes: maximumBytes)
    } catch {
      throw .tooLong(error)
    }
    return ranges.enumerated().map { index, range in
      let report = TransactionReport(createdAt: createdAt, transactions: Array(file.transactions[range]))
      return ReportJournal.Report(number: index + 1, range: range, digest: SHA256Hash(of: report.body))
    }
  }

  /// Returns the state of each report, as far as the run has received it from the store.
  public func outcomes() throws(ReportRunError) -> [ReportOutcome] {
    var outcomes: [ReportOutcome] = []
    for report in reports { outcomes.append(try outcome(of: report)) }
    return outcomes
  }

  /// Sends the reports that the store has not accepted yet, and waits until the store has processed all reports.
  ///
  /// - Parameters:
  ///   - deadline: The time at which the method stops waiting. The store may need hours.
  ///   - progress: A closure that the run calls after each step.
  /// - Throws: ``ReportRunError``; ``ReportRunError/pending(reports:)`` at the deadline.
  public func finish(
    with client: ReportingClient, until deadline: ContinuousClock.Instant,
    progress: @Sendable (Progress) -> Void = { _ in }
  ) async throws(ReportRunError) {
    for index in reports.indices where reports[index].reportID == nil {
      try await send(index, client, deadline)
      progress(.accepted(try outcome(of: reports[index]), of: reports.count))
    }
    let open = reports.count { $0.valid == nil }
    if open > 0 { progress(.waiting(reports: open)) }
    for index in reports.indices where reports[index].valid == nil {
      try await follow(index, client, deadline)
      progress(.completed(try outcome(of: reports[index]), of: reports.count))
    }
  }

  /// Closes the state file, so that another process can use it.
  public func close() { journal.close() }

  private func send(
    _ index: Int, _ client: ReportingClient, _ deadline: ContinuousClock.Instant
  ) async throws(ReportRunError) {
    let report = reports[index]
    let body = TransactionReport(createdAt: createdAt, transactions: Array(file.transactions[report.range])).body
    guard SHA256Hash(of: body) == report.digest else { throw .otherVersion(path: state.path) }
    let id: Int64
    do throws(ReportingError) {
      id = try await client.submit(body: body, until: deadline)
    } catch {
      throw .report(number: report.number, of: reports.count, error)
    }
    try journal.accept(report.number, as: id)
    reports[index].reportID = id
  }

  private func follow(
    _ index: Int, _ client: ReportingClient, _ deadline: ContinuousClock.Instant
  ) async throws(ReportRunError) {
    let report = reports[index]
    guard let id = report.reportID else { return }
    var pause = client.options.pollingPauses.lowerBound
    while true {
      let state: ReportState
      do throws(ReportingError) {
        state = try await client.state(of: id, until: deadline)
      } catch {
        if error == .timedOut, .now >= deadline { throw .pending(reports: reports.count { $0.valid == nil }) }
        throw .report(number: report.number, of: reports.count, error)
      }
      if state.completedAt != nil {
        let own = Set(file.transactions[report.range].map { ExactText($0.id) })
        let valid = Set(state.valid.map(ExactText.init)).intersection(own).count
        try journal.complete(report.number, valid: valid, invalid: state.invalid)
        reports[index].valid = valid
        return
      }
      guard .now + pause < deadline else { throw .pending(reports: reports.count { $0.valid == nil }) }
      do {
        try await Task.sleep(for: pause)
      } catch {
        throw .report(number: report.number, of: reports.count, .cancelled)
      }
      pause = min(pause * 2, client.options.pollingPauses.upperBound)
    }
  }

  private func outcome(of report: ReportJournal.Report) throws(ReportRunError) -> ReportOutcome {
    let refused = report.valid == nil ? [] : try journal.invalid(of: report.number)
    var indices: [ExactText: Int] = [:]
    if !refused.isEmpty {
      for index in report.range { indices[ExactText(file.transactions[index].id)] = index }
    }
    return ReportOutcome(
      number: report.number, transactions: report.range.count, reportID: report.reportID, valid: report.valid,
      invalid: refused.map { transaction in
        let index = indices[ExactText(transaction.id)]
        return InvalidTransaction(
          place: index.map(file.place), id: transaction.id, reason: transaction.reason)
      })
  }
}

/// The state of one report, as far as the run has received it from the store.
public struct ReportOutcome: Hashable, Sendable {
  /// The number of the report in the run, from 1.
  public var number: Int
  /// The number of transactions in the report.
  public var transactions: Int
  /// The store's ID of the report; nil if the store has not accepted it.
  public var reportID: Int64?
  /// The number of transactions that the store counted from this report; nil if the store has not processed it.
  public var valid: Int?
  /// The transactions that the store rejected.
  public var invalid: [InvalidTransaction]

  /// The number of transactions that the store ignored because it had counted their IDs before; nil if ``valid`` is
  /// nil.
  public var duplicates: Int? { valid.map { max(0, transactions - $0 - invalid.count) } }
}

/// A transaction that the store rejected.
public struct InvalidTransaction: Hashable, Sendable {
  /// The position in the file, such as `row 17`; nil if the store names an ID that the report does not contain.
  public var place: String?
  /// The ID that the store named. If the report does not contain it, ``place`` is nil.
  public var id: String
  /// The reason, in the store's words.
  public var reason: String
}

extension String {
  /// Returns whether two addresses are equal. Ignores a slash at the end.
  fileprivate func isSameAddress(as other: String) -> Bool { withoutSlash == other.withoutSlash }

  private var withoutSlash: Substring { hasSuffix("/") ? dropLast() : self[...] }
}
