import Foundation
import LedgerTestSupport
import OnsideMerchant
import SeededGenerator
import Testing

@Suite("Many clients at once") struct LedgerConcurrencyTests {
  private static let clients = 64
  /// The number of orders. For a longer run, set another number in the environment variable CAUSEWAY_TEST_ORDERS.
  private static let orders = ProcessInfo.processInfo.environment["CAUSEWAY_TEST_ORDERS"].flatMap(Int.init) ?? 250

  /// A client's decisions, one for each order that it presents.
  private typealias Outcomes = [LedgerDecision]

  @Test("64 clients present the same orders: each is granted exactly once", arguments: LedgerKind.allCases)
  func sameCustomer(_ kind: LedgerKind) async throws {
    var generator = SeededGenerator()
    let orders = (0..<Self.orders).map { _ in generator.uuid() }
    let place = try kind.makePlace()
    defer { place.remove() }
    let ledgers = try await servers(kind, place)
    let decisions = try await present(orders, ledgers, seed: generator.next()) { _ in "ann" }
    #expect(decisions.count == Self.clients * Self.orders)
    #expect(decisions.filter { $0.outcome == .granted }.count == Self.orders, "seed \(generator.seed)")
    #expect(Set(decisions.filter { $0.outcome == .granted }.map(\.orderID)) == Set(orders))
    #expect(decisions.allSatisfy { [.granted, .alreadyGranted].contains($0.outcome) })
    let entitlements = try await ledgers[0].entitlements(of: "ann", at: InAppPurchase.epoch)
    #expect(entitlements.map(\.quantity) == [Self.orders])
    for order in orders {
      #expect(try await ledgers[0].evidence(of: order).filter { $0.outcome == .granted }.count == 1)
    }
    for ledger in ledgers { await ledger.close() }
  }

  @Test(
    "64 customers present the same orders: each order belongs to one customer", arguments: LedgerKind.allCases)
  func otherCustomers(_ kind: LedgerKind) async throws {
    var generator = SeededGenerator()
    let orders = (0..<Self.orders).map { _ in generator.uuid() }
    let place = try kind.makePlace()
    defer { place.remove() }
    let ledgers = try await servers(kind, place)
    let decisions = try await present(orders, ledgers, seed: generator.next()) { "customer-\($0)" }
    #expect(decisions.filter { $0.outcome == .granted }.count == Self.orders, "seed \(generator.seed)")
    #expect(Set(decisions.filter { $0.outcome == .granted }.map(\.orderID)) == Set(orders))
    #expect(decisions.filter { $0.outcome == .belongsToAnother }.count == (Self.clients - 1) * Self.orders)
    var quantity = 0
    for client in 0..<Self.clients {
      let entitlements = try await ledgers[0].entitlements(of: "customer-\(client)", at: InAppPurchase.epoch)
      quantity += entitlements.reduce(0) { $0 + $1.quantity }
    }
    #expect(quantity == Self.orders)
    for ledger in ledgers { await ledger.close() }
  }

  /// Opens two ledgers, as two backends do, or one if the database allows only one.
  private func servers(_ kind: LedgerKind, _ place: LedgerKind.Place) async throws -> [any TestedLedger] {
    var ledgers = [try await place.open()]
    if kind != .sqlite { ledgers.append(try await place.open()) }
    return ledgers
  }

  /// Presents all orders by each client, in a random order, in histories of 1 to 40 orders.
  private func present(
    _ orders: [UUID], _ ledgers: [any TestedLedger], seed: UInt64, customer: @escaping @Sendable (Int) -> String
  ) async throws -> Outcomes {
    try await withThrowingTaskGroup(of: Outcomes.self) { group in
      for client in 0..<Self.clients {
        group.addTask {
          var generator = SeededGenerator(seed: seed &+ UInt64(client))
          var rest = orders.shuffled(using: &generator)[...]
          var outcomes: Outcomes = []
          while !rest.isEmpty {
            let count = min(rest.count, Int.random(in: 1...40, using: &generator))
            let purchases = rest.prefix(count).map { InAppPurchase(order: $0, product: "coins", type: .consumable) }
            rest = rest.dropFirst(count)
            let ledger = ledgers[client % ledgers.count]
            outcomes += try await ledger.record(SignedHistory(purchases), for: customer(client))
          }
          return outcomes
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }
}
