#if os(Linux)
import CausewayHTTP
import CausewayTool
import Foundation
import OnsideMerchant

/// The command `causeway merchant serve`, which runs a publisher's server over HTTP.
struct MerchantServeCommand: Command {
  static let specification = CommandSpecification(
    name: "merchant serve", operands: [],
    summary: "Serves a publisher's backend: POST /validate says what a customer has bought.",
    discussion: """
      Receives the signed history of an app, checks its signature, asks the Merchant API whether the orders are still
      valid, grants each order once, and answers with the customer's purchases. The server runs until SIGINT (Ctrl-C),
      SIGTERM or SIGHUP. Then it accepts nothing more, finishes the current requests and ends.

        POST /validate {"customer": "...", "history": "<JWS>", "order_id": "<UUID>"}
        GET /customers/CUSTOMER/entitlements
        POST /notifications, with --notifications
        GET /healthz, /readyz, /metrics

      Without "order_id", the request is about every order of the history. The server trusts the client to name the
      right customer; a publisher's own backend knows the customer from its users' sessions. For this reason, the
      server listens only on this machine, unless the environment variable \(ClientSecret.variable) has a secret of at
      least 32 visible ASCII characters. Clients then must send the secret as Authorization: Bearer SECRET. An empty
      variable is an error. Pages of other sites are refused. If the store's keys cannot be loaded at the start, or the
      store refuses the merchant, the server prints a warning and continues.

      With --config, the secrets are at the locations in the file. Without it: \(MerchantOptions.discussion)
      """,
    options: [
      OptionSpecification(
        "--config", "FILE.json",
        "A configuration file, with everything that these options set, several secrets, and limits. "
          + "The guide operating.md describes it. Options on the command line win over the file.")
    ] + MerchantOptions.specification + MerchantOptions.store + [
      MerchantOptions.app,
      OptionSpecification(
        "--ledger", "FILE|URL",
        "The ledger, which records what each customer was granted: a file, or postgresql://host/database (put its "
          + "password into PGPASSWORD). Without it, the ledger is lost when the command ends."),
      OptionSpecification(
        "--confirm", "WHEN", choices: MerchantServeOptions.Confirm.allCases.map(\.rawValue),
        "Which orders to confirm with the Merchant API: always (the default) confirms every order, new "
          + "confirms the orders that the ledger does not know, and never confirms none."),
      OptionSpecification(
        "--sweep", "RATE",
        "Also asks the Merchant API again about granted orders, at most RATE times a second, so that a refund arrives "
          + "even if no app presents it. Young orders are asked about more often than old ones."),
      OptionSpecification(
        "--notifications",
        "Also accepts the store's signed notifications, POST /notifications, in the format of the sandbox store. They need "
          + "no client's secret."),
      OptionSpecification(
        "--events", "URL",
        "Sends an event to this URL when an order is granted, refunded or changed, until the URL's server answers. The "
          + "events are signed with the secret in \(ServeConfiguration.eventsVariable)."),
      OptionSpecification("--site", "DIR", "Also serves the files of a folder, from the same origin."),
      OptionSpecification(
        "--address", "ADDRESS",
        "The IP address to listen on; default 127.0.0.1. An address that other machines can reach, such as "
          + "0.0.0.0, requires a client's secret."),
      OptionSpecification("--port", "N", "The port; default 8081; 0 for any free port."),
      OptionSpecification(
        "--base-path", "PATH",
        "The beginning of every path except /healthz, /readyz and /metrics, such as /purchases, if a proxy forwards "
          + "requests with it."),
      OptionSpecification(
        "--trusted-proxy", "ADDRESS", repeatable: true,
        "The IP address of a proxy, or a range such as 10.0.0.0/8, whose X-Forwarded-For is believed. Requires a "
          + "client's secret."),
      OptionSpecification(
        "--host", "NAME", repeatable: true,
        "A name that requests may use for the server besides localhost and IP addresses, such as that of a proxy "
          + "with TLS. A name of another machine requires a client's secret. Requests with other names are refused, "
          + "because a site can give its own name the server's address."),
      OptionSpecification(
        "--log-format", "FORMAT", choices: ServerLog.Format.allCases.map(\.rawValue),
        "The form of the log on standard error: text (the default), or json, an object in each line."),
      OptionSpecification(
        "--log-level", "LEVEL", choices: ServerLog.Level.allCases.map(\.rawValue),
        "The lowest level that is logged: debug, which includes probes, info (the default), warning or error."),
      OptionSpecification(
        "--stop-timeout", "SECONDS",
        "The time in which current requests may end after a signal, 0 to 3600; default 10. Requests that take longer "
          + "get no answer."),
    ],
    closing: """
      Exit codes:
        0  the command was ended by a signal
        1  the ledger cannot be opened, or the port is in use
        2  the command's arguments or the configuration file are wrong

      Example, with a store in another terminal:
        causeway store serve --catalog Examples/newsstand/shop.storekit --data store --app com.example.newsstand

        export ONSIDE_MERCHANT_SECRET=$(cat store/merchant-secret)
        causeway merchant serve --merchant-id ID --key-id KID --store http://127.0.0.1:8080 \\
          --app com.example.newsstand --site Examples/newsstand

      And the page, in a third:
        causeway open http://127.0.0.1:8081 --store http://127.0.0.1:8080 --app com.example.newsstand
      """)

  private let options: MerchantServeOptions

  init(_ arguments: Arguments) throws {
    options = try MerchantServeOptions(arguments)
  }

  func run() async throws -> ExitCode {
    let log = ServerLog(options.log)
    do {
      return try await serve(log)
    } catch  where log.isJSON && !(error is any ExplainedError) {
      // A program that reads the log must not meet a line that is not JSON.
      log.write(.error, .failed, "\(error)")
      return .failure
    }
  }

  private func serve(_ log: ServerLog) async throws -> ExitCode {
    let termination = Termination.ofServer(stopTimeout: options.stopTimeout)
    OpenFileLimit.raise()
    TemporaryFolder.removeLeftovers()
    for credentials in options.credentials where !credentials.secret.isLongEnough {
      log.write(.warning, .merchantSecretShort, MerchantOptions.warning(log.isJSON ? nil : Tool.runningName))
    }
    let metrics = MerchantMetrics(clients: options.endpoint.clients.names)
    let client = try options.client(
      onKeyChange: { key in
        log.write(
          .warning, .merchantKeyChanged,
          "The store accepts the Merchant Secret with the key id \(key), and refused the one that was used before")
      }, observer: { metrics.calledStore($0, in: $1) })
    let confirmation = options.confirmation(by: client)
    let site = try options.site.map(Self.files)
    return try await options.ledger.open(recordsEvents: options.events != nil, log: log) { owned in
      if options.events == nil, try await owned.recordsEvents() {
        log.write(
          .warning, .eventsNotSent,
          "warning: the ledger records events, but this server sends none, because events.url is not set; set it, or end "
            + "the recording with causeway-merchant ledger events --off")
      }
      let work = try BackgroundWork(options, owned, metrics: metrics, log: log)
      let ledger = ObservedLedger(ledger: owned, metrics: metrics)
      let readiness = Readiness(
        ledger: ledger, keys: options.keys, confirmation: confirmation, metrics: metrics, log: log)
      // The validator's default, unless the requests about one order alone may take longer.
      let confirmationTimeout = max(.seconds(30), options.storeTimeout)
      let server = MerchantServer(
        validator: PurchaseValidator(
          bundleIDs: options.apps, verifier: HistoryVerifier(keys: options.keys), ledger: ledger,
          confirmation: confirmation, confirmationTimeout: confirmationTimeout),
        notifications: options.acceptsNotifications ? notifications(owned) : nil,
        site: site, endpoint: options.endpoint, readiness: readiness, metrics: metrics, log: log,
        ledgerFiles: { [ledger = options.ledger] in ledger.fileSizes }
      ).server(stopTimeout: options.stopTimeout)
      let address = try server.start()
      try StandardOutput.print("The publisher's backend listens on \(address)")
      if log.isJSON { log.write(.info, .listening, "Listening on \(address)") }
      log.write(.info, .policy, options.endpoint.notice)
      ServiceManager.notify(.ready, log)
      let check = Task { await Self.check(readiness, log) }
      let running = work.start()
      let signal = await termination.wait()
      ServiceManager.notify(.stopping, log)
      check.cancel()
      for task in running { task.cancel() }
      log.write(
        .info, .stopping,
        "Stopping after \(Self.name(of: signal)): current requests may end within \(options.stopTimeout)")
      await server.stop()
      for task in running { await task.value }
      log.write(.info, .stopped, "Stopped")
      return .success
    }
  }

  private func notifications(_ ledger: any OwnedLedger) -> NotificationReceiver {
    NotificationReceiver(
      anyLedger: ledger, bundleIDs: options.apps, merchantID: options.credentials[0].merchantID,
      verifier: HistoryVerifier(keys: options.keys))
  }

  /// Checks the store's keys and the Merchant API, so that the publisher learns of a problem before the first purchase.
  private static func check(_ readiness: Readiness, _ log: ServerLog) async {
    let problems = await readiness.problems(of: [.keys, .store], within: .seconds(60))
    guard !problems.isEmpty, !Task.isCancelled else { return }
    let text = [.keys, .store].compactMap { problems[$0] }.joined(separator: "; ")
    log.write(.warning, .storeCheckFailed, "warning: \(text)")
  }

  private static func name(of signal: Int32) -> String {
    switch signal {
    case SIGINT: "SIGINT"
    case SIGTERM: "SIGTERM"
    case SIGHUP: "SIGHUP"
    default: "signal \(signal)"
    }
  }

  private static func files(of folder: URL) throws -> StaticFiles {
    do throws(POSIXError) {
      return try StaticFiles(folder: folder)
    } catch {
      throw UsageError("--site \(folder.path): \(error.localizedDescription)")
    }
  }
}
#endif
