#if os(Linux)
import CausewayTool
import Foundation
import OnsideMerchant

/// The command `causeway-merchant ledger prune`, which removes old evidence.
struct LedgerPruneCommand: Command {
  static let specification = CommandSpecification(
    program: "causeway-merchant", name: "ledger prune", operands: [],
    summary: "Removes old evidence from a ledger.",
    discussion: """
      Removes the decisions about repeated histories, and their signed statements, that are older than a number of days.
      No decision is forgotten: orders and owners stay, so nothing is granted again and a refund stays a refund. For each
      order, the evidence of its grant and of its newest statement stays, however old it is. Make a backup first.

      A ledger in a file must not be open in another process, except in causeway-merchant serve, which then does the
      work itself. A file does not become smaller, but its free space is used again.
      """,
    options: LedgerOptions.specification + [
      OptionSpecification("--older-than", "DAYS", "The age in days from which evidence is removed, 1 to 36500.")
    ],
    closing: """
      Exit codes:
        0  the old evidence is removed
        1  the ledger cannot be read or written
        2  the command's arguments are wrong

      Example:
        causeway-merchant ledger prune --ledger ledger.sqlite --older-than 400
      """)

  private let ledger: LedgerOptions
  private let days: Double

  init(_ arguments: Arguments) throws {
    ledger = try LedgerOptions(arguments)
    _ = try arguments.required("--older-than")
    days = try arguments.number("--older-than", in: 1...36_500) ?? 0
  }

  func run() async throws -> ExitCode {
    let bound = Date(timeIntervalSinceNow: -days * 86_400)
    if case .file(let file) = ledger.location,
      let answer = try await LedgerControl.ask(.prune(before: bound), of: file)
    {
      try StandardOutput.print(answer)
      return .success
    }
    return try await ledger.open { ledger in
      try StandardOutput.print(Self.text(try await ledger.prune(before: bound)))
      return .success
    }
  }

  nonisolated static func text(_ pruning: LedgerPruning) -> String {
    "Removed decisions: \(pruning.evidence); signed statements: \(pruning.statements)"
  }
}
#endif
