#if os(Linux)
import CausewayTool
import Foundation

/// The command `causeway merchant check-config FILE.json`, which checks a configuration file.
struct CheckConfigurationCommand: Command {
  static let specification = CommandSpecification(
    name: "merchant check-config", operands: ["FILE.json"],
    summary: "Checks a configuration file of causeway merchant serve.",
    discussion: """
      Checks a configuration file as causeway merchant serve does when it starts: every member, and that each secret,
      file and folder that the file names is there. Prints every mistake with its path in the file. The command opens no
      ledger and sends no request.
      """,
    options: [
      OptionSpecification(
        "--without-secrets",
        "Reads no secrets, for a check on a machine that does not have them, or outside the service to which systemd "
          + "gives the credentials.")
    ],
    closing: """
      Exit codes:
        0  the file has no mistakes
        2  the file has mistakes, or the command's arguments are wrong

      Example:
        causeway merchant check-config /etc/causeway-merchant/config.json --without-secrets
      """)

  private let path: String
  private let readsSecrets: Bool

  init(_ arguments: Arguments) throws {
    path = arguments.operands[0]
    readsSecrets = !arguments.has("--without-secrets")
  }

  func run() async throws -> ExitCode {
    let secrets = SecretReader(environment: ProcessInfo.processInfo.environment, readsSecrets: readsSecrets)
    _ = try MerchantServeOptions(file: path, overriddenBy: nil, secrets)
    try StandardOutput.print("\(path): no mistakes")
    return .success
  }
}
#endif
