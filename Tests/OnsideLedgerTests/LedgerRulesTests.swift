import Foundation
import LedgerTestSupport
import OnsideMerchant
import Testing

@Suite("Ledger rules") struct LedgerRulesTests {
  private let order = UUID()
  private var book = MemoryBook()

  @Test("A valid purchase is granted once, and then reported as already granted")
  mutating func granted() throws {
    #expect(try book.present([InAppPurchase(order: order)], for: "ann", at: 10) == [.granted])
    #expect(try book.present([InAppPurchase(order: order)], for: "ann", at: 11) == [.alreadyGranted])
    #expect(try book.present([InAppPurchase(order: order, fetched: 12)], for: "ann", at: 12) == [.alreadyGranted])
  }

  @Test("An order that occurs twice in a history is granted once")
  mutating func twiceInOne() throws {
    let purchase = InAppPurchase(order: order)
    #expect(try book.present([purchase, purchase], for: "ann", at: 10) == [.granted, .alreadyGranted])
  }

  @Test("A revoked purchase is not granted")
  mutating func revokedFirst() throws {
    #expect(try book.present([InAppPurchase(order: order, revoked: 1)], for: "ann", at: 10) == [.revoked])
    #expect(book.entitlements(of: "ann", at: 10).isEmpty)
    #expect(book.known.orders[order]?.grant == nil)
  }

  @Test("A revocation removes the entitlement, and older evidence does not restore it")
  mutating func olderEvidence() throws {
    let bought = InAppPurchase(order: order, fetched: 1)
    try book.present([bought], for: "ann", at: 10)
    #expect(try book.present([InAppPurchase(order: order, fetched: 5, revoked: 4)], for: "ann", at: 10) == [.revoked])
    #expect(try book.present([bought], for: "ann", at: 11) == [.revoked])
    #expect(book.entitlements(of: "ann", at: 11).isEmpty)
  }

  @Test("Newer evidence without the revocation restores the entitlement, without a second grant")
  mutating func newerEvidence() throws {
    try book.present([InAppPurchase(order: order, fetched: 1)], for: "ann", at: 10)
    try book.present([InAppPurchase(order: order, fetched: 5, revoked: 4)], for: "ann", at: 10)
    #expect(try book.present([InAppPurchase(order: order, fetched: 6)], for: "ann", at: 10) == [.alreadyGranted])
    #expect(book.entitlements(of: "ann", at: 10).count == 1)
  }

  @Test("Of two statements with the same time, the revocation counts, in either order")
  mutating func sameMoment() throws {
    var other = book
    let (bought, revoked) = (InAppPurchase(order: order), InAppPurchase(order: order, revoked: 1))
    #expect(try book.present([bought, revoked], for: "ann", at: 10) == [.granted, .revoked])
    #expect(try other.present([revoked, bought], for: "ann", at: 10) == [.revoked, .revoked])
    #expect(book.statement(order) == other.statement(order))
  }

  @Test("Of two different statements that look the same, always the same one counts")
  mutating func sameLooks() throws {
    var other = book
    let statements = ["Jos\u{E9}", "Jose\u{301}"].map { InAppPurchase(order: order, product: $0) }
    try book.present(statements, for: "ann", at: 10)
    try other.present(statements.reversed(), for: "ann", at: 10)
    #expect(book.statement(order) == other.statement(order))
    #expect(OrderStatement(statements[0]) != OrderStatement(statements[1]))
  }

  @Test("A period expires exactly at its end", arguments: [(19.999, true), (20, false), (21, false)])
  mutating func expired(now: TimeInterval, runs: Bool) throws {
    let period = InAppPurchase(order: order, type: .autoRenewableSubscription, expires: 20)
    #expect(try book.present([period], for: "ann", at: now) == [runs ? .granted : .expired])
    #expect(book.entitlements(of: "ann", at: now).count == (runs ? 1 : 0))
  }

  @Test("A clock that is behind the store's clock does not make a period longer")
  mutating func slowClock() throws {
    let period = InAppPurchase(order: order, type: .autoRenewableSubscription, fetched: 30, expires: 20)
    #expect(try book.present([period], for: "ann", at: 0) == [.expired])
    #expect(book.entitlements(of: "ann", at: 0).isEmpty)
  }

  @Test("An order belongs to its first customer, and no other customer can change it")
  mutating func anotherCustomer() throws {
    try book.present([InAppPurchase(order: order)], for: "ann", at: 10)
    let before = book.known.orders
    let newer = InAppPurchase(order: order, fetched: 5, revoked: 4)
    #expect(try book.present([newer], for: "bob", at: 10) == [.belongsToAnother])
    #expect(book.known.orders == before)
    #expect(book.entitlements(of: "bob", at: 10).isEmpty)
  }

  @Test("The renewal of another customer's subscription is not granted")
  mutating func anothersRenewal() throws {
    let first = InAppPurchase(order: order, type: .autoRenewableSubscription, expires: 20)
    let renewal = InAppPurchase(order: UUID(), original: order, type: .autoRenewableSubscription, expires: 40)
    try book.present([first], for: "ann", at: 10)
    #expect(try book.present([renewal], for: "bob", at: 10) == [.belongsToAnother])
    #expect(try book.present([renewal], for: "ann", at: 10) == [.granted])
  }

  @Test("The first order of a subscription is not granted if its renewal belongs to another customer")
  mutating func renewalFirst() throws {
    let first = InAppPurchase(order: order, type: .autoRenewableSubscription, expires: 20)
    let renewal = InAppPurchase(order: UUID(), original: order, type: .autoRenewableSubscription, expires: 40)
    try book.present([renewal], for: "ann", at: 10)
    #expect(try book.present([first], for: "bob", at: 10) == [.belongsToAnother])
  }

  @Test("A purchase for another customer is refused, and that customer can still present it")
  mutating func appAccountToken() throws {
    let purchase = InAppPurchase(order: order, token: "ann")
    #expect(try book.present([purchase], for: "bob", at: 10) == [.belongsToAnother])
    #expect(book.known.orders.isEmpty && book.known.owners.isEmpty)
    #expect(try book.present([purchase], for: "ann", at: 10) == [.granted])
  }

  @Test("The letter case of a customer's UUID is ignored in the token, and only there")
  mutating func tokenCase() throws {
    let (capital, small) = (order.uuidString, order.uuidString.lowercased())
    #expect(try book.present([InAppPurchase(order: order, token: capital)], for: small, at: 10) == [.granted])
    #expect(try book.present([InAppPurchase(order: order)], for: capital, at: 10) == [.belongsToAnother])
    #expect(try book.present([InAppPurchase(order: UUID(), token: "Ann")], for: "ann", at: 1) == [.belongsToAnother])
  }

  @Test("A call that is repeated under the same name gets its own grant again")
  func repeatedCall() throws {
    let request = try LedgerRequest(SignedHistory([InAppPurchase(order: order)]), for: "ann", at: InAppPurchase.epoch)
    var known = LedgerSnapshot()
    let first = LedgerBatch([request]).decide(known)
    known.orders = first.changes.newOrders
    known.owners = first.changes.owners
    known.evidence = Set(first.changes.evidence.keys)
    let second = LedgerBatch([request]).decide(known)
    #expect(second.decisions == first.decisions && second.decisions[0][0].outcome == .granted)
    #expect(second.changes.isEmpty)
  }
}
