#if os(Linux)
import CausewayJSON
import CausewayTool
import Foundation
import OnsideMerchant

/// The command `causeway-merchant ledger show ORDER_ID`, which prints an order.
struct LedgerShowCommand: Command {
  static let specification = CommandSpecification(
    program: "causeway-merchant", name: "ledger show", operands: ["ORDER_ID"],
    summary: "Prints an order of a ledger.",
    discussion: """
      Prints what the ledger knows about an order: its customer, its product, its grant and its state now.

      \(LedgerOptions.discussion)
      """,
    options: LedgerOptions.specification + [OptionSpecification("--json", "Prints one line of JSON.")],
    closing: """
      Exit codes:
        0  the order was printed
        1  the ledger does not have the order, or cannot be read
        2  the command's arguments are wrong

      Example:
        causeway-merchant ledger show ORDER_ID --ledger ledger.sqlite
      """)

  private let ledger: LedgerOptions
  private let order: UUID
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    order = try arguments.orderID()
    ledger = try LedgerOptions(arguments)
    isJSON = arguments.has("--json")
  }

  func run() async throws -> ExitCode {
    try await ledger.open { ledger in
      guard let found = try await ledger.order(order) else {
        Tool.complain("the ledger does not have the order \(LedgerRecord.text(order))")
        return .failure
      }
      let record = LedgerRecord(order: found, now: Date())
      if isJSON {
        try StandardOutput.print(json: JSONValue.object(record.json).json)
      } else {
        try StandardOutput.print(lines: record.lines)
      }
      return .success
    }
  }
}

/// The command `causeway-merchant ledger evidence ORDER_ID`, which prints the statements behind the decisions.
struct LedgerEvidenceCommand: Command {
  static let specification = CommandSpecification(
    program: "causeway-merchant", name: "ledger evidence", operands: ["ORDER_ID"],
    summary: "Prints why the ledger decided about an order.",
    discussion: """
      Prints each decision about an order, the oldest first: who presented which signed statement, and when. The
      statement itself is printed only with --jws, because anyone who has it can present it.

      \(LedgerOptions.discussion)
      """,
    options: LedgerOptions.specification + [
      OptionSpecification("--jws", "Prints only the signed statements, one on each line."),
      OptionSpecification("--json", "Prints an object of JSON for each decision, on a line of its own."),
    ],
    closing: """
      Exit codes:
        0  the evidence was printed
        1  the ledger has no evidence for the order, or cannot be read
        2  the command's arguments are wrong

      Example:
        causeway-merchant ledger evidence ORDER_ID --ledger ledger.sqlite --jws |
          head -n 1 | causeway-merchant verify - --jwks https://onside.io/.well-known/jwks.json
      """)

  private let ledger: LedgerOptions
  private let order: UUID
  private let printsJWS: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    order = try arguments.orderID()
    ledger = try LedgerOptions(arguments)
    printsJWS = arguments.has("--jws")
    isJSON = arguments.has("--json")
    if printsJWS, isJSON { throw UsageError("--jws and --json cannot be combined; give only one of them") }
  }

  func run() async throws -> ExitCode {
    try await ledger.open { ledger in
      let evidence = try await ledger.evidence(of: order)
      guard !evidence.isEmpty else {
        Tool.complain("the ledger has no evidence for the order \(LedgerRecord.text(order))")
        return .failure
      }
      for item in evidence {
        if printsJWS {
          try StandardOutput.print(item.jws)
        } else if isJSON {
          try StandardOutput.print(json: JSONValue.object(item.json(withStatement: false)).json)
        } else {
          try StandardOutput.print(
            "\(RFC3339.text(item.date))  \(item.outcome.rawValue.padding(to: 16))  \(item.hexadecimal.prefix(12))  \(item.customer)"
          )
        }
      }
      return .success
    }
  }
}
#endif
