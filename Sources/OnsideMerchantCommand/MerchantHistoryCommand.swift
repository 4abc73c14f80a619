import CausewayTool
import Foundation
import OnsideMerchant

/// The command `causeway merchant history ORDER_ID`, which prints an order from the Merchant API.
struct MerchantHistoryCommand: Command {
  static let specification = CommandSpecification(
    name: "merchant history", operands: ["ORDER_ID"],
    summary: "Gets the signed history of an order, and checks it.",
    discussion: """
      Gets the signed history of an order from the Merchant API, checks the signature, and prints the purchases. If the
      store is temporarily unavailable, the command tries again for several seconds.

      \(MerchantOptions.discussion)
      """,
    options: MerchantOptions.specification + MerchantOptions.store + [
      OptionSpecification("--jws", "Prints the checked JWS instead, which you can keep as evidence."),
      HistoryReport.option,
    ],
    closing: """
      Exit codes:
        0  the order exists, the store signed it, and it matches the schema
        1  the order does not exist, the signature is wrong, the schema is violated, or the store does not answer
        2  the command's arguments are wrong

      Example, while causeway store serve --data store is running:
        export ONSIDE_MERCHANT_SECRET=$(cat store/merchant-secret)
        causeway merchant history ORDER_ID --merchant-id ID --key-id KID --store http://127.0.0.1:8080
      """)

  private let order: UUID
  private let credentials: MerchantCredentials
  private let client: MerchantClient
  private let keys: JSONWebKeySetSource
  private let printsJWS: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    guard let order = UUID(uuidString: arguments.operands[0]) else {
      throw UsageError(
        "\(arguments.operands[0]): ORDER_ID must be a UUID: the transactionIdentifier of a transaction")
    }
    self.order = order
    credentials = try MerchantOptions(arguments).credentials
    let store = try arguments.server("--store")
    do throws(MerchantError) {
      client = try MerchantClient(server: store, credentials: credentials)
    } catch {
      throw UsageError("--store \(store): \(error)")
    }
    keys = try MerchantOptions.keys(of: store, or: arguments.one("--jwks"))
    printsJWS = arguments.has("--jws")
    isJSON = arguments.has(HistoryReport.option.name)
  }

  func run() async throws -> ExitCode {
    MerchantOptions.warn(about: credentials)
    do {
      let report = HistoryReport(try await HistoryVerifier(keys: keys).verify(try await client.history(of: order)))
      return printsJWS ? try report.printJWS() : try report.print(asJSON: isJSON)
    } catch {
      if isJSON { try HistoryReport.printRefusal(error) }
      throw error
    }
  }
}
