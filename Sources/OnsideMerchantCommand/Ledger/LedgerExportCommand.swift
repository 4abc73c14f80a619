#if os(Linux)
import CausewayJSON
import CausewayTool
import Foundation
import OnsideMerchant

/// The command `causeway-merchant ledger export`, which prints all orders of a ledger as JSON.
struct LedgerExportCommand: Command {
  static let specification = CommandSpecification(
    program: "causeway-merchant", name: "ledger export", operands: [],
    summary: "Prints all orders of a ledger as lines of JSON.",
    discussion: """
      Prints an object of JSON for each order, on a line of its own, with the decisions about it in "evidence". Redirect
      the output to a file. An order that only customers have presented to whom it does not belong is not an order of the
      ledger: ledger evidence ORDER_ID prints the decisions about it. An export is for other programs; no command reads it
      back: use ledger backup for that.

      \(LedgerOptions.discussion)
      """,
    options: LedgerOptions.specification + [
      OptionSpecification("--customer", "NAME", "Only the orders of this customer."),
      OptionSpecification(
        "--with-statements", "Adds the signed statements. Protect such an export: anyone who has it can present them."),
    ],
    closing: """
      Exit codes:
        0  all orders were printed
        1  the ledger cannot be read
        2  the command's arguments are wrong

      Example:
        causeway-merchant ledger export --ledger ledger.sqlite >orders.jsonl
      """)

  /// The number of orders that are read at once.
  private static let pageSize = 500

  private let ledger: LedgerOptions
  private let customer: String?
  private let withStatements: Bool

  init(_ arguments: Arguments) throws {
    ledger = try LedgerOptions(arguments)
    customer = arguments.one("--customer")
    withStatements = arguments.has("--with-statements")
  }

  func run() async throws -> ExitCode {
    try await ledger.open { ledger in
      let now = Date()
      var after: UUID?
      while true {
        let orders = try await ledger.orders(after: after, of: customer, limit: Self.pageSize)
        guard let last = orders.last else { return .success }
        for order in orders {
          var object = LedgerRecord(order: order, now: now).json
          object["evidence"] = .array(
            try await ledger.evidence(of: order.orderID).map { .object($0.json(withStatement: withStatements)) })
          try StandardOutput.print(json: JSONValue.object(object).json)
        }
        after = last.orderID
      }
    }
  }
}
#endif
