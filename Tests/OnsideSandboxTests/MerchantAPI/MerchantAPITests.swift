import Foundation
import OnsideMerchant
import Testing

@testable import OnsideSandbox

@Suite("The Merchant API") struct MerchantAPITests {
  private func client(_ server: TestServer) throws -> TestClient {
    var client = server.client(app: nil)
    client.token = try MerchantToken.make(server.store.merchant.credentials, at: server.test.time.now)
    return client
  }

  private func history(_ order: String, _ server: TestServer) async throws -> Answer {
    try await client(server).get("/merchant-api/v1/purchases/in-app/history/\(order)")
  }

  @Test("The answer for one purchase is signed, as application/jose")
  func one() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      try await ann.buy(TestShop.coins)
      let order = try await ann.buy(TestShop.shelf).json["order_id"]?.stringValue ?? ""
      for id in [order, order.uppercased()] {
        let answer = try await history(id, server)
        #expect(answer.status == 200 && answer.fields["content-type"] == "application/jose")
        let history = try await HistoryTests.history(answer.text, ann)
        #expect(history.transactions.map(\.orderID.uuidString) == [order.uppercased()])
      }
    }
  }

  @Test("The answer for any order of a subscription has all its orders")
  func subscription() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      try await ann.buy(TestShop.plain)
      try await server.loggedIn("bob@example.com").buy(TestShop.plain)
      _ = try await server.store.moveClock(bySeconds: 60 * 86_400, rate: nil)
      let orders = try await server.store.allOrders()
      let hers = Set(orders.filter { $0.originalOrderID == orders[0].orderID }.map(\.orderID))
      #expect(hers.count == 3)
      for id in hers {
        let history = try await HistoryTests.history(try await history(id.uuidString, server).text, ann)
        #expect(Set(history.transactions.map(\.orderID)) == hers)
      }
    }
  }

  @Test("An unknown order is answered with 404", arguments: ["5e1f5e1f-0000-4000-8000-000000000000", "1"])
  func unknown(_ order: String) async throws {
    try await TestServer.serve { server in
      let answer = try await history(order, server)
      #expect(answer.status == 404 && answer.code == "unknown_order")
    }
  }

  @Test("An order of another merchant's app is answered with 403")
  func notAllowed() async throws {
    var test = try TestStore()
    let store = try test.open()
    let order = try await store.buy(TestShop.coins, by: store.session(app: TestStore.otherApp)).order.id
    await store.close()
    test.options.apps = [TestStore.app]
    let server = try TestServer(test)
    let answer = try await history(order, server)
    #expect(answer.status == 403 && answer.code == "not_allowed")
    await server.server.stop()
  }

  @Test("Too many requests in a second are answered with 429 and Retry-After")
  func rate() async throws {
    try await TestServer.serve {
      $0.merchantRate = RequestRate(perSecond: 0.25, burst: 2)
    } _: { server in
      let order = UUID().uuidString
      #expect(try await history(order, server).status == 404)
      #expect(try await history(order, server).status == 404)
      let refused = try await history(order, server)
      #expect(refused.status == 429 && refused.code == "rate_limited" && refused.fields["retry-after"] == "4")
      server.test.time.pass(4)
      #expect(try await history(order, server).status == 404)
    }
  }
}

@Suite("A token bucket") struct TokenBucketTests {
  private let start = date("2026-01-31T12:00:00Z")

  @Test("The bucket allows the burst at once, and then as many as the rate allows")
  func rate() {
    var bucket = TokenBucket(RequestRate(perSecond: 2, burst: 3), at: start)
    #expect((0..<4).map { _ in bucket.take(at: start) } == [nil, nil, nil, 1])
    #expect(bucket.take(at: start + 0.5) == nil)
    #expect(bucket.take(at: start + 0.5) == 1)
    #expect((0..<4).map { _ in bucket.take(at: start + 100) } == [nil, nil, nil, 1])
  }

  @Test("Setting the real time back allows no more requests")
  func setBack() {
    var bucket = TokenBucket(RequestRate(perSecond: 1, burst: 1), at: start)
    #expect(bucket.take(at: start) == nil)
    #expect(bucket.take(at: start - 100) == 1)
    #expect(bucket.take(at: start - 99) == nil)
  }
}
