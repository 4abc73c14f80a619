import CausewayTool
import Foundation
import OnsideMerchant

/// The command `causeway merchant verify FILE.jws`, which checks a history's signature and prints its content.
struct MerchantVerifyCommand: Command {
  static let specification = CommandSpecification(
    name: "merchant verify", operands: ["FILE.jws"],
    summary: "Checks the signature of a history, and prints its purchases.",
    discussion: """
      Checks that a compact JWS from an app or from the Merchant API was signed with a key of a store, that it is a
      history, and that the history matches the published schema. FILE.jws can be - for standard input. Only the
      Merchant API knows whether the purchases are still valid: causeway merchant history asks it.
      """,
    options: [
      OptionSpecification(
        "--jwks", "URL|FILE",
        "The store's public keys, such as https://onside.io/.well-known/jwks.json, or a file with them."),
      HistoryReport.option,
    ],
    closing: """
      Exit codes:
        0  the store signed the history, and it matches the schema
        1  the signature is wrong, the schema is violated, or the store's keys cannot be loaded
        2  the command's arguments are wrong, or a file cannot be read

      Examples:
        causeway merchant verify history.jws --jwks http://127.0.0.1:8080/.well-known/jwks.json
        causeway merchant verify - --jwks jwks.json --json <history.jws
      """)

  private let path: String
  private let keys: JSONWebKeySetSource
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    path = arguments.operands[0]
    keys = try MerchantOptions.keys(MerchantOptions.keyLocation(arguments.required("--jwks")))
    isJSON = arguments.has(HistoryReport.option.name)
  }

  func run() async throws -> ExitCode {
    let verifier = HistoryVerifier(keys: keys)
    let text = try text(maximumBytes: verifier.maximumBytes)
    let report: HistoryReport
    do throws(HistoryError) {
      report = HistoryReport(try await verifier.verify(text))
    } catch {
      if isJSON { try HistoryReport.printRefusal(error) }
      throw error
    }
    return try report.print(asJSON: isJSON)
  }

  /// Reads the file and removes the line break at its end, which editors and shells add.
  private func text(maximumBytes: Int) throws -> String {
    let text = String(decoding: try InputFile.read(path, upTo: maximumBytes + 2), as: UTF8.self)
    return text.last?.isNewline == true ? String(text.dropLast()) : text
  }
}
