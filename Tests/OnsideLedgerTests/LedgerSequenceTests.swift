import Foundation
import LedgerTestSupport
import OnsideMerchant
import SeededGenerator
import Testing

@Suite("Sequences of statements") struct LedgerSequenceTests {
  private static let now: TimeInterval = 10
  private let order = UUID()

  /// One statement for each combination of a few values of the report time, the revocation time, the expiry and the
  /// quantity.
  private var statements: [InAppPurchase] {
    [1.0, 2].flatMap { fetched in
      [nil, 0.5, 1].flatMap { revoked in
        [nil, 5, 20].flatMap { expires in
          [1, 2].map { quantity in
            InAppPurchase(
              order: order, product: "pass", type: .nonRenewingSubscription, quantity: quantity, fetched: fetched,
              expires: expires, revoked: revoked)
          }
        }
      }
    }
  }

  @Test("The final state does not depend on the order of two statements, for every pair")
  func everyPair() throws {
    for one in statements {
      for other in statements { try checkOrders(of: [one, other]) }
    }
  }

  @Test("The final state does not depend on the order of three or more random statements")
  func randomStatements() throws {
    var generator = SeededGenerator()
    for _ in 0..<3000 {
      let count = Int.random(in: 3...6, using: &generator)
      try checkOrders(
        of: (0..<count).map { _ in statements.randomElement(using: &generator)! }, using: &generator)
    }
  }

  private func checkOrders(of purchases: [InAppPurchase]) throws {
    for arrival in [purchases, purchases.reversed()] { try check(arrival) }
  }

  private func checkOrders(of purchases: [InAppPurchase], using generator: inout SeededGenerator) throws {
    for _ in 0..<3 { try check(purchases.shuffled(using: &generator)) }
  }

  /// Presents statements in this order. Checks that the state at the end is that of the oracle, which does not depend
  /// on the order. Checks that at most one decision grants the order, and that no decision grants an order that has
  /// ended or was revoked.
  private func check(_ arrival: [InAppPurchase]) throws {
    var book = MemoryBook()
    let outcomes = try arrival.map { try book.present([$0], for: "ann", at: Self.now)[0] }
    let counting = try #require(Oracle.counting(arrival))
    #expect(book.statement(order) == OrderStatement(counting))
    #expect(book.entitlements(of: "ann", at: Self.now).isEmpty != Oracle.stands(counting, at: Self.now))
    #expect(outcomes.filter { $0 == .granted }.count <= 1)
    for (place, outcome) in outcomes.enumerated() {
      let seen = try #require(Oracle.counting(Array(arrival[...place])))
      #expect(Oracle.stands(seen, at: Self.now) == [.granted, .alreadyGranted].contains(outcome))
      #expect((seen.revocationDate != nil) == (outcome == .revoked))
    }
  }

  @Test("No sequence of statements lets a customer see or change another customer's orders")
  func customers() throws {
    var generator = SeededGenerator()
    for _ in 0..<300 {
      var book = MemoryBook()
      var owners: [UUID: String] = [:]
      let originals = (0..<3).map { _ in generator.uuid() }
      let orders = originals.flatMap { original in
        [(original, original)] + (0..<2).map { _ in (generator.uuid(), original) }
      }
      for step in 0..<40 {
        let customer = ["ann", "bob", "cid"].randomElement(using: &generator)!
        let (order, original) = orders.randomElement(using: &generator)!
        let token: String? = Int.random(in: 0..<4, using: &generator) == 0 ? "bob" : nil
        let purchase = InAppPurchase(
          order: order, original: original, product: "monthly", type: .autoRenewableSubscription,
          fetched: Double(Int.random(in: 0...9, using: &generator)), expires: 100,
          revoked: Int.random(in: 0..<4, using: &generator) == 0 ? 1 : nil, token: token)
        let before = book.known.orders
        let outcome = try book.present([purchase], for: customer, at: 10)[0]
        let mayHave = (owners[original] ?? customer) == customer && (token ?? customer) == customer
        #expect((outcome == .belongsToAnother) == !mayHave, "step \(step), seed \(generator.seed)")
        if mayHave { owners[original] = customer }
        for (id, known) in book.known.orders where before[id] != known {
          #expect(mayHave && id == order && known.customer == ExactText(customer))
        }
        for other in ["ann", "bob", "cid"] {
          #expect(book.entitlements(of: other, at: 10).allSatisfy { owners[$0.originalOrderID] == other })
        }
      }
    }
  }
}

/// A second implementation of the rules, which looks at all statements at once.
private enum Oracle {
  /// Returns the latest statement by `fetchedAt`. If several have this time, returns the least generous.
  static func counting(_ statements: [InAppPurchase]) -> InAppPurchase? {
    let latest = statements.map(\.fetchedAt).max()
    let never = Date.distantFuture
    return statements.filter { $0.fetchedAt == latest }.sorted {
      ($0.revocationDate ?? never, $0.expiresAt ?? never, $0.quantity)
        < ($1.revocationDate ?? never, $1.expiresAt ?? never, $1.quantity)
    }.first
  }

  static func stands(_ purchase: InAppPurchase, at now: TimeInterval) -> Bool {
    if purchase.revocationDate != nil { return false }
    guard let end = purchase.expiresAt else { return true }
    return end.timeIntervalSince(InAppPurchase.epoch) > now
  }
}
