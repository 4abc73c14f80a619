import Foundation
import OnsideMerchant

/// The command `causeway merchant token`, which prints a token for one request to the Merchant API.
struct MerchantTokenCommand: Command {
  static let specification = CommandSpecification(
    name: "merchant token", operands: [],
    summary: "Prints a token for one request to the Merchant API.",
    discussion: """
      Prints a JWT for the Authorization header of one request: HS256 with the Merchant Secret, valid from now on for at
      most 30 seconds, and good for one request only. The token alone is on standard output.

      \(MerchantOptions.discussion)
      """,
    options: MerchantOptions.specification + [
      OptionSpecification("--lifetime", "SECONDS", "How long it is valid, 1 to 30; 30 without it.")
    ],
    closing: """
      Exit codes:
        0  done
        2  the command was not called as it should be

      Example, beside causeway store serve --data store:
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
