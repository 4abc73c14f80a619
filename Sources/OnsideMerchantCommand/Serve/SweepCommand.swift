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
      and at most 30 days. Orders that were revoked, have ended or are older than two years are not asked about. A
      subscription counts as ended 60 days after its last period, because it may still be renewed. With --all, the orders
      that would be due later are due now too, and so are those whose checks have ended by mistake, because a clock was
      wrong.

      The state is in the ledger: after a command with --all that was ended, the same command without --all asks about the
      orders that are left. If the store or the ledger is not available, the command pauses and tries again, for about 10
      minutes. A check that fails, because the store has no usable answer about an order, is due again after up to 5 minutes,
      and then after longer and longer pauses, up to a day. A pass that ends earlier leaves it to the next one. If the ledger
      records events (causeway-merchant ledger events), the changes that the command finds are events too; a server with
      events.url sends them.

      A ledger in PostgreSQL can be used while causeway-merchant serve runs. A ledger in a file is open in one process
      only: stop the server, or let it do the work itself with --sweep RATE.

      With --config, the secrets are at the locations in the file. Without it: \(MerchantOptions.discussion)
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
      OptionSpecification(
        "--all",
        "Asks about every granted order that was not revoked, has not ended and is at most two years old, due or not."),
    ],
    closing: """
      Exit codes:
        0  no check is due any more; the output counts those that failed, which are due again later
        1  the ledger or the store is not available, or the store refuses the merchant; the remaining orders stay due
        2  the command's arguments or the configuration file are wrong

      Example, with the secrets of the configuration as files in a folder:
        CREDENTIALS_DIRECTORY=$PWD/secrets causeway-merchant sweep --config config.json --all --rate 5

      With Debian's package, the command needs the user and the secrets of the service, so it needs a unit of systemd.
      The section "Refunds" of /usr/share/doc/causeway-merchant/operating.md has one.
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
    // A command that is ended gives the orders back that it has taken, so that the next one need not wait for them.
    let termination = Termination(grace: options.storeTimeout + .seconds(5))
    let result = try await LedgerOptions.open(
      options.ledger, recordsEvents: options.events != nil,
      ifServed:
        "stop it first, or set sweep.requests_per_second in its configuration, so that it makes the checks itself"
    ) { ledger in
      let client = try options.client(observer: { _, _ in })
      let sweep = OrderSweep(
        anyLedger: ledger, bundleIDs: options.apps, client: client,
        verifier: HistoryVerifier(keys: options.keys), rate: rate, timeout: options.storeTimeout
      ) { BackgroundWork.write($0, to: log) }
      return try await Self.result(of: sweep, all: isForAll, until: termination)
    }
    switch result {
    case .ended(let signal): Termination.end(by: signal)
    case .passed(let summary):
      try StandardOutput.print(
        "Orders asked about: \(summary.checked); failed checks: \(summary.skipped); revoked: \(summary.revoked)")
      return .success
    }
  }

  private enum PassResult: Sendable {
    case passed(OrderSweep.Summary)
    case ended(signal: Int32)
  }

  /// Makes a pass, which a signal ends.
  private static func result(
    of sweep: OrderSweep, all: Bool, until termination: Termination
  ) async throws -> PassResult {
    let pass = Task { try await sweep.pass(all: all, maximumPauses: maximumPauses) }
    let signals = Task {
      let signal = await termination.wait()
      pass.cancel()
      return signal
    }
    do {
      return .passed(try await pass.value)
    } catch OrderSweep.Obstacle.store(.merchant(.cancelled)) {
      // Only a signal cancels the pass.
      return .ended(signal: await signals.value)
    }
  }
}
#endif
