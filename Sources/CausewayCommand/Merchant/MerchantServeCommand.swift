#if os(Linux)
import CausewayHTTP
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
      SIGTERM or SIGHUP.

        POST /validate {"customer": "...", "history": "<JWS>", "order_id": "<UUID>"}

      Without "order_id", the request is about every order of the history. The server trusts the client to name the
      right customer; a publisher's own backend knows the customer from its users' sessions. For this reason, the
      server listens only on this machine, unless the environment variable \(ClientSecret.variable) has a secret of at
      least 32 visible ASCII characters. Clients then must send the secret as Authorization: Bearer SECRET. An empty
      variable is an error. Pages of other sites are refused. If the store's keys cannot be loaded at the start, or the
      store refuses the merchant, the server prints a warning and continues.

      \(MerchantOptions.discussion)
      """,
    options: MerchantOptions.specification + [
      OptionSpecification(
        "--store", "URL",
        "The store whose Merchant API is used, such as https://onside.io, or http://127.0.0.1:8080 for a sandbox."),
      OptionSpecification(
        "--app", "ID", repeatable: true,
        "The bundle identifier of an app of the publisher. Histories of other apps are refused."),
      OptionSpecification(
        "--jwks", "URL|FILE", "The store's public keys; default: /.well-known/jwks.json of the store."),
      OptionSpecification(
        "--ledger", "FILE|URL",
        "The ledger, which records what each customer was granted: a file, or postgresql://host/database (put its "
          + "password into PGPASSWORD). Without it, the ledger is lost when the command ends."),
      OptionSpecification(
        "--confirm", "WHEN", choices: MerchantServeOptions.Confirm.allCases.map(\.rawValue),
        "Which orders to confirm with the Merchant API: always (the default) confirms every order, new "
          + "confirms the orders that the ledger does not know, and never confirms none."),
      OptionSpecification("--site", "DIR", "Also serves the files of a folder, from the same origin."),
      OptionSpecification(
        "--address", "ADDRESS",
        "The IP address to listen on; default 127.0.0.1. An address that other machines can reach, such as "
          + "0.0.0.0, requires a client's secret."),
      OptionSpecification("--port", "N", "The port; default 8081; 0 for any free port."),
      OptionSpecification(
        "--host", "NAME", repeatable: true,
        "A name that requests may use for the server besides localhost and IP addresses, such as that of a proxy "
          + "with TLS. A name of another machine requires a client's secret. Requests with other names are refused, "
          + "because a site can give its own name the server's address."),
    ],
    closing: """
      Exit codes:
        0  the command was ended by a signal
        1  the ledger cannot be opened, or the port is in use
        2  the command's arguments are wrong

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
    let termination = Termination.ofServer()
    OpenFileLimit.raise()
    TemporaryFolder.removeLeftovers()
    MerchantOptions.warn(about: options.credentials)
    let verifier = HistoryVerifier(keys: options.keys)
    let site = try options.site.map(Self.files)
    return try await options.ledger.open { ledger in
      let validator = PurchaseValidator(
        bundleIDs: options.apps, verifier: verifier, ledger: ledger, confirmation: options.confirmation)
      let server = MerchantServer(validator, site: site, endpoint: options.endpoint, log: { StandardError.print($0) })
        .server()
      let address = try server.start()
      try StandardOutput.print("The publisher's backend listens on \(address)")
      StandardError.print(options.endpoint.notice)
      let check = Task {
        if let warning = await StoreCheck(keys: options.keys, confirmation: options.confirmation).warning() {
          StandardError.print(warning)
        }
      }
      _ = await termination.wait()
      check.cancel()
      await server.stop()
      return .success
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
