#if os(Linux)
import CausewayJOSE
import CausewayTool
import Foundation
import OnsideMerchant

/// The command `causeway-merchant ledger check`, which checks a ledger completely.
struct LedgerCheckCommand: Command {
  static let specification = CommandSpecification(
    program: "causeway-merchant", name: "ledger check", operands: [],
    summary: "Checks a ledger, such as a backup.",
    discussion: """
      Checks everything in a ledger: the file with its indexes, or the tables, each order, that each order belongs to the
      owner of its first order, that each grant has its evidence, and that each signed statement is unchanged (SHA-256). A
      ledger of an earlier version is migrated first.

      \(LedgerOptions.discussion)
      """,
    options: LedgerOptions.specification,
    closing: """
      Exit codes:
        0  the ledger has no faults
        1  the ledger has faults, or cannot be read
        2  the command's arguments are wrong

      Example:
        causeway-merchant ledger check --ledger backup.sqlite
      """)

  private static let pageSize = 500

  private let ledger: LedgerOptions

  init(_ arguments: Arguments) throws {
    ledger = try LedgerOptions(arguments)
  }

  func run() async throws -> ExitCode {
    try await ledger.open(checksIndexes: true) { ledger in
      var (orders, evidence, faults) = (0, 0, 0)
      var after: UUID?
      while true {
        let page = try await ledger.orders(after: after, of: nil, limit: Self.pageSize)
        guard let last = page.last else { break }
        for order in page {
          let found = try await ledger.evidence(of: order.orderID)
          let owner = try await ledger.owner(of: order.statement.originalOrderID)
          for fault in Self.faults(order, owner: owner, found) {
            faults += 1
            try StandardOutput.print("order \(LedgerRecord.text(order.orderID)): \(fault)")
          }
          evidence += found.count
        }
        orders += page.count
        after = last.orderID
      }
      after = nil
      repeat {
        let page = try await ledger.unstoredOrders(after: after, limit: Self.pageSize)
        for order in page.orders {
          let found = try await ledger.evidence(of: order)
          for fault in Self.faults(found) {
            faults += 1
            try StandardOutput.print("order \(LedgerRecord.text(order)): \(fault)")
          }
          evidence += found.count
        }
        after = page.last
      } while after != nil
      try StandardOutput.print("Orders: \(orders); decisions with evidence: \(evidence); faults: \(faults)")
      return faults == 0 ? .success : .failure
    }
  }

  /// Returns the faults of an order, as sentences without a period.
  nonisolated static func faults(_ order: LedgerOrder, owner: ExactText?, _ evidence: [LedgerEvidence]) -> [String] {
    var faults: [String] = []
    if order.isClaimed, owner != order.customer { faults.append("its customer is not the owner of its first order") }
    if order.grant != nil, !evidence.contains(where: { $0.outcome == .granted }) {
      faults.append("it was granted, but the evidence of the grant is missing")
    }
    return faults + Self.faults(evidence)
  }

  /// Returns the faults of signed statements, as sentences without a period.
  nonisolated private static func faults(_ evidence: [LedgerEvidence]) -> [String] {
    evidence.filter { SHA256Hash(of: $0.jws).bytes != $0.digest }
      .map { "the signed statement \($0.hexadecimal.prefix(12)) was changed" }
  }
}
#endif
