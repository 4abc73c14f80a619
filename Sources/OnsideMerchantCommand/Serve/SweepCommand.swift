#if os(Linux)
import CausewayTool
import Foundation
import OnsideMerchant

/// The command `causeway-merchant sweep`, which makes one pass of the sweep over granted orders.
struct SweepCommand: Command {
  static let specification = CommandSpecification(
    program: "causeway-merchant", name: "sweep", operands: [],
    summary: "Asks the store again about granted orders, so that refunds arrive.",
    discussion: """
      Asks the Merchant API about each granted order whose check is due, and records the answers in the ledger, as if the
      customers had presented them. Ends when no check is due. An order is due after an eighth of its age, at least 6 hours
      and at most 30 days; orders that were revoked, have ended or are older than two years are not asked about. With
      --all, the orders that would be due later are due now too.

      The state is in the ledger: a command that was ended continues where it was when it is started again. A ledger in
      PostgreSQL can be used while causeway-merchant serve runs. A ledger in a file is open in one process only: stop the
      server, or let it do the work itself with --sweep RATE.

      \(MerchantOptions.discussion)
      """,
    options: [
      OptionSpecification(
        "--config", "FILE.json",
        "The configuration file of causeway-merchant serve. Options on the command line override the file.")
    ] + MerchantOptions.specification + MerchantOptions.store + [
      MerchantOptions.app,
      OptionSpecification(
        "--ledger", "FILE|URL",
        "The ledger: a file, or postgresql://host/database (put its password into PGPASSWORD)."),
      OptionSpecification(
        "--rate", "RATE",
        "The maximum number of orders to ask about in a second; default: that of the configuration, or 1."),
      OptionSpecification("--all", "Asks about every order that has a check, due or not."),
    ],
    closing: """
      Exit codes:
        0  no check is due any more
        1  the ledger or the store is not available; the remaining orders stay due
        2  the command's arguments or the configuration file are wrong

      Example:
        causeway-merchant sweep --config /etc/causeway-merchant/config.json --all --rate 5
      """)

  /// The command gives up after an outage of about 10 minutes.
  private static let maximumPauses = 9

  private let options: MerchantServeOptions
  private let rate: Double
  private let isForAll: Bool

  init(_ arguments: Arguments) throws {
    options = try MerchantServeOptions(arguments)
    rate = try arguments.number("--rate", in: ServeConfiguration.sweepRates) ?? options.sweepRate ?? 1
    isForAll = arguments.has("--all")
  }

  func run() async throws -> ExitCode {
    let log = ServerLog(options.log)
    return try await LedgerOptions.open(options.ledger, recordsEvents: options.events != nil) { ledger in
      let sweep = OrderSweep(
        anyLedger: ledger, bundleIDs: options.apps, client: try options.client { _, _ in },
        verifier: HistoryVerifier(keys: options.keys), rate: rate, timeout: options.storeTimeout
      ) { BackgroundWork.write($0, to: log) }
      let summary = try await sweep.pass(all: isForAll, maximumPauses: Self.maximumPauses)
      try StandardOutput.print(
        "Orders asked about: \(summary.checked); without an answer: \(summary.skipped); revoked: \(summary.revoked)")
      return .success
    }
  }
}
#endif
