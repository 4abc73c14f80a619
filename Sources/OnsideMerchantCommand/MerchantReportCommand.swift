import CausewayTool
import Foundation
import OnsideMerchant

/// The command `causeway merchant report FILE`, which reports settled transactions to a store.
package struct MerchantReportCommand: Command {
  /// The environment variable with the API key. The key is never an argument, because every user of the machine can
  /// read a command's arguments.
  package static let keyVariable = "ONSIDE_API_KEY"

  static let specification = CommandSpecification(
    name: "merchant report", operands: ["FILE.csv|FILE.json"],
    summary: "Reports settled transactions of payments outside OnsideKit to the store.",
    discussion: """
      For publishers that take payments outside OnsideKit. Sends the transactions of a file to the store's Transactions
      Reporting API, in reports of at most 5 MB. Waits until the store has processed them. Prints each transaction that
      the store found invalid, with its row and the reason.

      The state file records what was sent and what the store answered. If the command ends early for any reason, run
      the same command again, and it continues where it stopped. No transaction is lost or counts twice. A file whose
      content was changed needs a new state file.

      A CSV file must be UTF-8 with commas. Its first row is the header, with the columns in any order:

        id,currency,full_amount,tax_amount,payer_country,settled_at
        A-1001,EUR,1234,197,DEU,2025-11-28T18:05:00Z

        id             your own name of the transaction; each id counts once
        currency       ISO 4217, three capital letters
        full_amount    the paid amount, in the currency's smallest unit: 1234 for 12.34 EUR
        tax_amount     the tax in the paid amount, in the same unit
        payer_country  ISO 3166-1 alpha-3, three capital letters
        settled_at     RFC 3339: a date, a time and a zone

      Other columns are not reported. A JSON file must be an array of objects with these members, the amounts as
      numbers, or an object with such an array in "transactions". The whole file is checked first. If it has mistakes,
      each mistake is printed with its row, and nothing is sent.

      The API key is read only from the environment variable \(keyVariable).
      """,
    options: [
      OptionSpecification(
        "--state", "FILE",
        "The file that records what was sent; created if it does not exist. Use one for each input file, and keep it "
          + "on permanent storage."
      ),
      OptionSpecification(
        "--store", "URL",
        "The store: https://store.onside.io, https://store.onside.dev for development, or http://127.0.0.1:8080 for a "
          + "sandbox."),
      OptionSpecification(
        "--timeout", "SECONDS",
        "How long to wait for the store before the command ends with exit code 3; default 600. The same command "
          + "continues."
      ),
      OptionSpecification("--check", "Checks the file, prints how many reports it would make, and sends nothing."),
      OptionSpecification("--json", "Prints the result as one line of JSON."),
    ],
    closing: """
      Exit codes:
        0  the store has processed everything and found nothing invalid
        1  the store found invalid transactions, or a report could not be sent
        2  the command's arguments are wrong, or the file has mistakes
        3  the store has not processed everything in time; run the same command again later

      Example, while causeway store serve --data store is running:
        export ONSIDE_API_KEY=$(cat store/merchant-api-key)
        causeway merchant report november.csv --check
        causeway merchant report november.csv --state november.state --store http://127.0.0.1:8080
      """)

  /// The state file and the client with which the reports are sent.
  private struct Destination {
    let state: URL
    let client: ReportingClient
  }

  private let path: String
  private let format: TransactionFile.Format
  /// The state file and the client; nil for `--check`.
  private let destination: Destination?
  private let timeout: Double
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    try self.init(arguments, environment: ProcessInfo.processInfo.environment)
  }

  init(_ arguments: Arguments, environment: [String: String]) throws {
    path = arguments.operands[0]
    let suffix = URL(fileURLWithPath: path).pathExtension.lowercased()
    guard let format = TransactionFile.Format(rawValue: suffix) else {
      throw UsageError("\(path): the file's name must end with .csv or .json")
    }
    self.format = format
    timeout = try arguments.seconds("--timeout") ?? 600
    isJSON = arguments.has("--json")
    destination = arguments.has("--check") ? nil : try Self.destination(arguments, environment)
  }

  private static func destination(_ arguments: Arguments, _ environment: [String: String]) throws -> Destination {
    let state = URL(fileURLWithPath: try arguments.required("--state"))
    let store = try arguments.server("--store")
    guard let text = environment[keyVariable], !text.isEmpty else {
      throw UsageError(
        "\(keyVariable) is not set: put the API key of the store into this environment variable, for example with",
        advice: ["       export \(keyVariable)=$(cat DIR/merchant-api-key)"])
    }
    guard let key = ReportingKey(text) else {
      throw UsageError(
        "\(keyVariable): the key has a space, a line break or another character that keys cannot have; copy it again from the store"
      )
    }
    do throws(ReportingError) {
      return Destination(state: state, client: try ReportingClient(server: store, key: key))
    } catch {
      throw UsageError("--store \(store): \(error)")
    }
  }

  package func run() async throws -> ExitCode {
    let deadline = ContinuousClock.now + .seconds(timeout)
    let file = try read()
    if !file.ignoredColumns.isEmpty {
      let names = file.ignoredColumns.map { "\"\($0)\"" }.joined(separator: ", ")
      StandardError.print("\(path): not reported: the column\(file.ignoredColumns.count == 1 ? "" : "s") \(names)")
    }
    guard let destination else { return try check(file) }
    let run: ReportRun
    do throws(ReportRunError) {
      run = try ReportRun(file, state: destination.state, server: destination.client.server)
    } catch {
      throw Self.isUsage(error) ? UsageError("--state: \(error)") : error
    }
    let code: ExitCode
    do throws(ReportRunError) {
      if let start = ReportText.start(path, try await run.outcomes()) { StandardError.print(start) }
      try await run.finish(with: destination.client, until: deadline) { StandardError.print(ReportText.line($0)) }
      code = try await print(run)
    } catch {
      Tool.complain("\(error)")
      if case .report = error { StandardError.print("Run the same command again: it continues where it stopped.") }
      guard Self.isTimeout(error, deadline) else { return .failure }
      _ = try await print(run)
      return .timeout
    }
    await run.close()
    return code
  }

  private func read() throws -> TransactionFile {
    let data = try InputFile.read(path, upTo: .max)
    do throws(TransactionFileError) {
      return try TransactionFile(parsing: Array(data), format: format)
    } catch {
      let count = error.count == 1 ? "1 mistake" : "\(error.count) mistakes"
      throw UsageError("\(path): \(count); nothing was sent", advice: error.lines.map { "  \($0)" })
    }
  }

  private func check(_ file: TransactionFile) throws -> ExitCode {
    let reports = try TransactionReport.split(file.transactions, createdAt: Date()).count
    try StandardOutput.print(
      "\(path): \(ReportText.count(file.transactions.count)) without mistakes, in \(ReportText.reports(reports))")
    return .success
  }

  private func print(_ run: ReportRun) async throws(ReportRunError) -> ExitCode {
    let result = ReportText(outcomes: try await run.outcomes())
    do throws(OutputError) {
      try result.print(asJSON: isJSON)
    } catch {
      throw .state(reason: "\(error)")
    }
    return result.isClean ? .success : .failure
  }

  /// Returns whether the error can be fixed only with other arguments, not by trying again later.
  private static func isUsage(_ error: ReportRunError) -> Bool {
    switch error {
    case .notAStateFile, .otherInput, .otherServer, .otherVersion, .tooLong: true
    default: false
    }
  }

  private static func isTimeout(_ error: ReportRunError, _ deadline: ContinuousClock.Instant) -> Bool {
    switch error {
    case .pending: true
    case .report(_, _, .timedOut): .now >= deadline
    default: false
    }
  }
}
