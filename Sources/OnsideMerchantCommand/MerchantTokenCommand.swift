import CausewayTool
import Foundation
import OnsideMerchant

/// The command `causeway merchant token`, which prints a token for one request to the Merchant API.
struct MerchantTokenCommand: Command {
  static let specification = CommandSpecification(
    name: "merchant token", operands: [],
    summary: "Prints a token for one request to the Merchant API.",
    discussion: """
      Prints a JWT for the Authorization header of one request. The token is signed with HS256 and the Merchant Secret,
      is valid for at most 30 seconds from now, and can be used only once. Standard output contains only the token.

      \(MerchantOptions.discussion)
      """,
    options: MerchantOptions.specification + [
      OptionSpecification("--lifetime", "SECONDS", "How long the token is valid, 1 to 30; default 30.")
    ],
    closing: """
      Exit codes:
        0  the token was printed
        2  the command's arguments are wrong

      Example, while causeway store serve --data store is running:
        export ONSIDE_MERCHANT_SECRET=$(cat store/merchant-secret)
        curl --header "Authorization: Bearer $(causeway merchant token --merchant-id ID --key-id KID)" \\
          http://127.0.0.1:8080/merchant-api/v1/purchases/in-app/history/ORDER_ID
      """)

  private let credentials: MerchantCredentials
  private let lifetime: Double

  init(_ arguments: Arguments) throws {
    credentials = try MerchantOptions(arguments).credentials
    lifetime = try arguments.number("--lifetime", in: 1...30) ?? 30
  }

  func run() async throws -> ExitCode {
    MerchantOptions.warn(about: credentials)
    try StandardOutput.print(MerchantToken.make(credentials, at: Date(), lifetime: lifetime))
    return .success
  }
}
