#if os(Linux)
import CausewayDatabase
import CausewayJSON
import CausewayTool
import CausewayTransport
import Foundation
import OnsideCore
import OnsideMerchantCommand
import OnsideSandbox
import OnsideTesting

/// The command `causeway store serve`, which runs a store for development over HTTP.
struct StoreServeCommand: Command {
  static let specification = CommandSpecification(
    name: "store serve", operands: [],
    summary: "Serves a store for development, where nothing is charged.",
    discussion: """
      Sells the products of a StoreKit configuration file to every user who logs in; users pay with test cards. Apps
      and backends use the interface that openapi.yaml of OnsideSandbox describes; a publisher's backend uses its
      Merchant API and Transactions Reporting API. The store prints its address. Its pages there show the catalog,
      the orders and the reports; you can also refund orders and change the clock. The store runs until SIGINT
      (Ctrl-C), SIGTERM or SIGHUP, and continues at the next start where it ended.

      Every program that can connect to the store can change everything in it, so it listens only on this machine.
      """,
    options: [
      OptionSpecification("--catalog", "FILE.storekit", "The products: a StoreKit configuration file from Xcode."),
      OptionSpecification(
        "--data", "DIR",
        "The folder for accounts, orders, keys and the merchant's secret; created if it does not exist. Only one store at "
          + "a time can use it."),
      OptionSpecification(
        "--app", "ID", repeatable: true,
        "The bundle identifier of an app that uses this store; default com.example.shop."),
      OptionSpecification("--port", "N", "The port on 127.0.0.1; default 8080; 0 for any free port."),
      OptionSpecification(
        "--host", "NAME", repeatable: true,
        "A name that requests may use for the store besides this machine's names, such as host.docker.internal. "
          + "Requests with other names are refused, because a site can give its own name the store's address."),
      OptionSpecification(
        "--rate", "N",
        "How many seconds pass in the store per real second, 0 or more, so that subscriptions renew while you watch. "
          + "Default: as in the last run, and 1 in a new store."),
      OptionSpecification(
        "--token-lifetime", "SECONDS",
        "How long an access token is valid before the app must fetch a new one; default 900."
      ),
      OptionSpecification(
        "--grace-period", "DAYS",
        "How long a subscription still counts after a renewal whose payment failed, in days of the store's clock; "
          + "default 16; 0 for no grace period."),
      OptionSpecification(
        "--billing-retry", "DAYS",
        "How long the store tries such a payment again, once a day, in days of the store's clock; default 60; 0 for no "
          + "further try and no grace period."),
      OptionSpecification(
        "--notify", "URL",
        "Sends a signed notification to this URL when an order changes: a purchase, a renewal, a refund or an early end. A "
          + "backend accepts them at /notifications with causeway merchant serve --notifications."),
      OptionSpecification(
        "--notify-disturbed",
        "Sends each notification twice, and an earlier one once more after a later one, to test a backend. Requires "
          + "--notify."),
      OptionSpecification("--quiet", "Does not print a line for each request. Failed notifications are printed."),
    ],
    closing: """
      Exit codes:
        0  the command was ended by a signal
        1  the folder cannot be used, or the port is in use
        2  the command's arguments are wrong, or the catalog has mistakes

      Example, with an app that buys there, in another terminal:
        causeway store serve --catalog Examples/onside/shop.storekit --data store
        causeway open Examples/onside --store http://127.0.0.1:8080 --app com.example.shop
      """)

  private let options: SandboxOptions
  private let port: UInt16
  private let hosts: Set<String>
  private let isQuiet: Bool

  init(_ arguments: Arguments) throws {
    let catalog = try Catalog(
      contentsOf: URL(
        fileURLWithPath: try InputFile.rereadable(arguments.required("--catalog"), as: "catalog.storekit")))
    var options = SandboxOptions(
      catalog: catalog, folder: URL(fileURLWithPath: try arguments.required("--data"), isDirectory: true))
    if arguments.has("--app") { options.apps = Set(try arguments.all("--app").map(Self.app)) }
    options.rate = try arguments.number("--rate", in: 0...1_000_000)
    if let lifetime = try arguments.number("--token-lifetime", in: 1...31_536_000) {
      options.accessTokenLifetime = Int(lifetime)
    }
    if let days = try arguments.number("--grace-period", in: 0...365) {
      options.billingRetry.gracePeriod = days * 86_400
    }
    if let days = try arguments.number("--billing-retry", in: 0...365) {
      options.billingRetry.retryPeriod = days * 86_400
    }
    options.notificationURL = arguments.has("--notify") ? try arguments.server("--notify") : nil
    options.disturbsNotifications = arguments.has("--notify-disturbed")
    guard options.notificationURL != nil || !options.disturbsNotifications else {
      throw UsageError(Self.specification, "--notify-disturbed needs --notify URL")
    }
    if let url = options.notificationURL, !url.isSecureOrLoopback {
      throw UsageError(Self.specification, "--notify: use an https URL, or a server on this machine")
    }
    self.options = options
    port = try arguments.port("--port") ?? 8080
    hosts = try arguments.hosts("--host")
    isQuiet = arguments.has("--quiet")
  }

  /// Reads a bundle identifier. Applies the same rule as `StoreAddress`, with which apps connect to a store.
  private static func app(_ text: String) throws -> String {
    do {
      return try StoreAddress(URL(string: "http://localhost")!, app: text).app
    } catch {
      throw UsageError(specification, "--app: \(error)")
    }
  }

  func run() async throws -> ExitCode {
    let termination = Termination.ofServer()
    OpenFileLimit.raise()
    TemporaryFolder.removeLeftovers()
    let store = try SandboxStore(options)
    var serving = SandboxServer.Options()
    serving.port = port
    serving.hosts = hosts
    if !isQuiet { serving.log = { StandardError.print($0) } }
    serving.notificationLog = { StandardError.print($0) }
    let server = SandboxServer(store, serving)
    do {
      try announce(try server.start(), store)
    } catch {
      await server.stop()
      throw error
    }
    _ = await termination.wait()
    await server.stop()
    return .success
  }

  /// Prints the server's address and the settings that a backend needs. The first line ends with the address, so that
  /// programs can read it.
  private func announce(_ address: URL, _ store: SandboxStore) throws(OutputError) {
    let secret = options.folder.appendingPathComponent("merchant-secret").path
    let key = options.folder.appendingPathComponent("merchant-api-key").path
    try StandardOutput.print(
      "The store listens on \(address.absoluteString)",
      "  apps           \(options.apps.sorted().joined(separator: ", "))",
      "  merchant id    \(store.merchantID)",
      "  secret key id  \(store.secretKeyID)",
      "  secret         in \(secret); a backend gets it with",
      "                 export \(MerchantOptions.secretVariable)=$(cat \(secret.quotedForShell))",
      "  api key        in \(key); causeway merchant report gets it with",
      "                 export \(MerchantReportCommand.keyVariable)=$(cat \(key.quotedForShell))")
  }
}

extension String {
  /// The text, quoted as one word of a shell's command line.
  var quotedForShell: String {
    let isPlain = utf8.allSatisfy { $0.isASCIIAlphanumeric || "/._-+".utf8.contains($0) }
    // Split by Unicode scalars: `Character` would join a quote and a combining mark after it, and the quote would not
    // be found.
    let parts = unicodeScalars.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
    return isPlain && !isEmpty ? self : "'" + parts.joined(separator: "'\\''") + "'"
  }
}
#endif
