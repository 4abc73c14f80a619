import CausewayJSON
import Foundation
import OnsideMerchant
import Testing

@testable import OnsideSandbox

@Suite("The clocks of customers, which can run ahead of the store's") struct CustomerClockTests {
  private static let day = 86_400

  private func advance(_ session: SandboxSession, days: Int, in store: SandboxStore) async throws {
    try await store.run { try $0.accounts.moveClock(of: session.account, bySeconds: days * Self.day) }
  }

  @Test("Only the customer whose clock is ahead renews, and only this customer's orders have later times")
  func oneCustomer() async throws {
    let store = try TestStore().open()
    let (ann, bob) = (try await store.session(), try await store.session("bob@example.com"))
    try await store.buy(TestShop.plain, by: ann)
    try await store.buy(TestShop.plain, by: bob)
    try await advance(ann, days: 60, in: store)  // April 1
    let orders = try await store.run { try $0.orders.newest() }
    #expect(
      orders.filter { $0.account == ann.account }.map(\.purchase.purchaseDate.day) == [
        "2026-03-31", "2026-02-28", "2026-01-31",
      ])
    #expect(orders.filter { $0.account == bob.account }.map(\.purchase.purchaseDate.day) == ["2026-01-31"])
    #expect(try await store.run { try $0.orders.purchases(of: bob).count } == 1)
    #expect(try await store.run { try $0.orders.purchases(of: ann).count } == 1)
    let now = await store.run { $0.clock.reading().now }
    #expect(now.day == "2026-01-31")
  }

  @Test("The histories of a customer whose clock is ahead were made at the customer's time, and the others' were not")
  func histories() async throws {
    let store = try TestStore().open()
    let (ann, bob) = (try await store.session(), try await store.session("bob@example.com"))
    try await store.buy(TestShop.plain, by: ann)
    try await store.buy(TestShop.plain, by: bob)
    try await advance(ann, days: 10, in: store)
    let statement = try await store.run { try $0.histories.statement(of: ann) }
    #expect(statement.history.transactions.map(\.fetchedAt.day) == ["2026-02-10"])
    let order = try #require(statement.history.transactions.first?.orderID)
    let confirmed = try await store.run { try $0.histories.statement(ofOrder: order) }
    #expect(confirmed.history.transactions.map(\.fetchedAt.day) == ["2026-02-10"])
    let other = try await store.run { try $0.histories.statement(of: bob) }
    #expect(other.history.transactions.map(\.fetchedAt.day) == ["2026-01-31"])
  }

  @Test("Purchases and refunds happen by the customer's clock, each later than everything that the customer has seen")
  func changes() async throws {
    let store = try TestStore().open()
    let ann = try await store.session()
    try await advance(ann, days: 10, in: store)
    let first = try await store.buy(TestShop.coins, by: ann).order
    let second = try await store.buy(TestShop.coins, by: ann).order
    #expect(first.date.day == "2026-02-10" && second.date > first.date)
    let refunded = try await store.run {
      try $0.orders.refund(try #require(UUID(uuidString: first.id)), reason: nil).purchase
    }
    #expect(try #require(refunded.revocationDate) > second.date)
    let fetched = refunded.fetchedAt
    #expect(try #require(refunded.revocationDate) <= fetched)
  }

  @Test("The store's clock moves the customers' clocks along, and both add up")
  func both() async throws {
    let store = try TestStore().open()
    let ann = try await store.session()
    try await store.buy(TestShop.plain, by: ann)
    try await advance(ann, days: 20, in: store)
    #expect(try await store.allOrders().count == 1)
    _ = try await store.moveClock(bySeconds: 20 * Self.day, rate: nil)
    #expect(try await store.allOrders().count == 2)
    let (reading, ahead) = try await store.run { try $0.accounts.clock(of: ann.account) }
    #expect(reading.now.day == "2026-03-12" && ahead == Double(20 * Self.day))
  }

  @Test("A failed renewal is tried again by the customer's clock, and a card expires by it")
  func retry() async throws {
    let store = try TestStore().open()
    let ann = try await store.session()
    try await store.buy(TestShop.plain, by: ann)
    try await store.use(.declined, of: ann)
    try await advance(ann, days: 30, in: store)
    #expect(try await store.run { try $0.subscriptions.newest().map(\.state) } == [.gracePeriod])
    let refusal = await #expect(throws: SandboxProblem.self) {
      try await store.run { try $0.cards.add(number: TestCard.paying.number, expiry: (2, 2026), of: ann.account) }
    }
    #expect(refusal?.code == .cardExpired)
    try await store.use(.paying, of: ann)
    #expect(try await store.allOrders().map(\.purchaseDate.day) == ["2026-01-31", "2026-03-02"])
    try await advance(ann, days: 60, in: store)
    #expect(try await store.allOrders().count == 4)
  }

  @Test("A customer's clock is kept when the store is closed, and stops where the store's clock would stop")
  func closed() async throws {
    let test = try TestStore()
    let store = try test.open()
    let ann = try await store.session()
    try await advance(ann, days: 10, in: store)
    await store.close()
    let reopened = try test.open()
    #expect(try await reopened.run { try $0.accounts.clock(of: ann.account).reading.now.day } == "2026-02-10")
    for _ in 0..<4 { try await advance(ann, days: 1_000_000, in: reopened) }
    #expect(try await reopened.run { try $0.accounts.clock(of: ann.account).reading.now } == StoreClock.end)
  }

  @Test("A tester moves a customer's clock with a request and on the page")
  func requests() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let path = "/sandbox/accounts/\(ann.account)/clock"
      #expect(try await ann.get(path).json["ahead_seconds"] == 0)
      let moved = try await ann.post(path, ["advance_seconds": 3600])
      #expect(moved.json["ahead_seconds"] == 3600)
      #expect(moved.json["now"]?.stringValue?.hasPrefix("2026-01-31T13:00:00") == true)
      #expect(try await ann.post("/sandbox/accounts/nobody/clock", ["advance_seconds": 1]).code == "not_found")
      #expect(try await ann.get("/sandbox/accounts/nobody/clock").code == "not_found")
      for body: JSONValue in [["advance_seconds": -1], [:]] {
        #expect(try await ann.post(path, body).code == "bad_request")
      }
    }
  }

  @Test("The pages show a customer's clock that is ahead, and judge the customer's subscriptions by it")
  func pages() async throws {
    let store = try PageStore()
    try await store.buy(PageStore.monthly)
    #expect(try await store.get("/accounts").contains("as the store’s"))
    let account = try #require(try await store.store.run { try $0.accounts.newest().first })
    #expect(await store.post("/accounts/\(account.id)/clock", "by=week") == "/accounts?notice=ahead")
    #expect(try await !store.get("/accounts").contains("as the store’s"))
    #expect(try await store.get("/subscriptions").contains("The customer’s clock is ahead"))
    #expect(try await store.get("/orders").contains(">ended<"))
    #expect(await store.post("/accounts/\(account.id)/clock", "by=age") == "/accounts?notice=unknown")
    #expect(await store.post("/accounts/nobody/clock", "by=week") == "/accounts?notice=unknown")
  }
}
