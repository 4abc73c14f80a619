#if os(Linux)
import CausewayJSON
import CausewayTool
import Foundation
import OnsideMerchant

/// The command `causeway-merchant ledger list`, which prints orders.
struct LedgerListCommand: Command {
  static let specification = CommandSpecification(
    program: "causeway-merchant", name: "ledger list", operands: [],
    summary: "Lists the orders of a ledger.",
    discussion: """
      Prints the orders in the order of their ids, with their state now: valid, expired or revoked.

      \(LedgerOptions.discussion)
      """,
    options: LedgerOptions.specification + [
      OptionSpecification("--customer", "NAME", "Only the orders of this customer."),
      OptionSpecification("--after", "ORDER_ID", "Only the orders after this one, to continue a list."),
      OptionSpecification("--limit", "N", "How many orders to print, 1 to 10000; default 100."),
      OptionSpecification("--json", "Prints an object of JSON for each order, on a line of its own."),
    ],
    closing: """
      Exit codes:
        0  the orders were printed, even if there are none
        1  the ledger cannot be read
        2  the command's arguments are wrong

      Example:
        causeway-merchant ledger list --ledger ledger.sqlite --customer ada
      """)

  private let ledger: LedgerOptions
  private let customer: String?
  private let after: UUID?
  private let limit: Int
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    ledger = try LedgerOptions(arguments)
    customer = arguments.one("--customer")
    after = try arguments.one("--after").map { text in
      guard let order = UUID(uuidString: text) else { throw UsageError("--after \(text): it must be a UUID") }
      return order
    }
    limit = Int(try arguments.number("--limit", in: 1...10_000) ?? 100)
    isJSON = arguments.has("--json")
  }

  func run() async throws -> ExitCode {
    try await ledger.open { ledger in
      let orders = try await ledger.orders(after: after, of: customer, limit: limit + 1)
      let now = Date()
      let records = orders.prefix(limit).map { LedgerRecord(order: $0, now: now) }
      guard !isJSON else {
        for record in records { try StandardOutput.print(json: JSONValue.object(record.json).json) }
        return .success
      }
      guard let last = records.last else {
        StandardError.print("There are no such orders.")
        return .success
      }
      try StandardOutput.print(lines: LedgerRecord.table(records))
      if orders.count > limit {
        StandardError.print("There are more: continue with --after \(LedgerRecord.text(last.order.orderID))")
      }
      return .success
    }
  }
}
#endif
