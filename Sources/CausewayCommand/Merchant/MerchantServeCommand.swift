#if os(Linux)
import CausewayHTTP
import Foundation
import OnsideMerchant

/// The command `causeway merchant serve`, which runs a publisher's server over HTTP.
struct MerchantServeCommand: Command {
  static let specification = CommandSpecification(
    name: "merchant serve", operands: [],
    summary: "Serves a publisher's side: POST /validate says what a customer has.",
    discussion: """
      Takes the signed history of an app, checks its signature, asks the Merchant API whether it still stands,
      grants each order once, and answers what the customer has. It runs until SIGINT (Ctrl-C), SIGTERM or SIGHUP.

        POST /validate {"customer": "...", "history": "<JWS>", "order_id": "<UUID>"}

      "order_id" can be left out: then it is about every order of the history. Who the customer is, this server
      believes; a publisher's own backend knows it from its users' sessions. So it listens on this machine only, unless
      the environment variable \(ClientSecret.variable) has a secret of at least 32 visible ASCII characters: then clients
      have to send it, as Authorization: Bearer SECRET. A variable that is set and empty is an error. Pages of other
      sites are refused. If the store's keys cannot be had at the start, or the store refuses the merchant, a warning says
      so, and it goes on.

      \(MerchantOptions.discussion)
      """,
    options: MerchantOptions.specification + [
      OptionSpecification(
        "--store", "URL",
        "The store whose Merchant API is asked, such as https://onside.io, or http://127.0.0.1:8080 for a sandbox."),
      OptionSpecification(
        "--app", "ID", repeatable: true,
        "The bundle identifier of an app of the publisher. Histories of other apps prove nothing and are refused."),
      OptionSpecification(
        "--jwks", "URL|FILE", "The store's public keys. Without it, /.well-known/jwks.json of the store."),
      OptionSpecification(
        "--ledger", "FILE|URL",
        "Where it is kept who was granted what: a file, or postgresql://host/database; its password is better in "
          + "PGPASSWORD. Without it, the ledger ends with the command."),
      OptionSpecification(
        "--confirm", "WHEN",
        "Which orders the Merchant API is asked about: always (the default) all, new those that the ledger does not "
          + "know, never none."),
      OptionSpecification("--site", "DIR", "Serves the files of a folder beside /validate, from the same origin."),
      OptionSpecification(
        "--address", "ADDRESS",
        "The address to listen on, in numbers; 127.0.0.1 without it. One that other machines reach, such as 0.0.0.0, "
          + "needs a client's secret."),
      OptionSpecification("--port", "N", "The port; 8081 without it, 0 for any that is free."),
      OptionSpecification(
        "--host", "NAME", repeatable: true,
        "A name by which the server may be asked besides localhost and addresses in numbers, such as that of a proxy with "
          + "TLS. A name of another machine needs a client's secret. Requests by other names are refused: a site can give "
          + "its own name the server's address."),
    ],
    closing: """
      Exit codes:
        0  it was ended by a signal
        1  the ledger cannot be opened, or the port is taken
        2  the command was not called as it should be

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
      try StandardOutput.print("The publisher's side listens on \(address)")
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
