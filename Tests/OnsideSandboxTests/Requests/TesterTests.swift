import CausewayJSON
import Foundation
import Testing

@testable import OnsideSandbox

@Suite("The actions of a tester") struct TesterTests {
  private func orders(_ client: TestClient, _ query: String = "") async throws -> [String?] {
    let answer = try await client.get("/sandbox/orders\(query)")
    return answer.json["orders"]?.arrayValue?.map { $0["purchase"]?["order_id"]?.stringValue } ?? []
  }

  @Test("The orders of all accounts and apps are listed in pages, the newest first")
  func list() async throws {
    try await TestServer.serve { server in
      let clients = [
        try await server.loggedIn(), try await server.loggedIn("bob@example.com"),
        try await server.loggedIn(app: TestStore.otherApp),
      ]
      var bought: [String?] = []
      for client in clients { bought.insert(try await client.buy(TestShop.coins).json["order_id"]?.stringValue, at: 0) }
      #expect(try await orders(clients[0]) == bought)
      #expect(try await orders(clients[0], "?limit=2") == Array(bought[0...1]))
      #expect(try await orders(clients[0], "?limit=2&before=\(bought[1] ?? "")") == [bought[2]])
      let newest = try await clients[0].get("/sandbox/orders").json["orders"]?[0]
      #expect(newest?["account"]?.stringValue == clients[2].account && newest?["title"] == "The shop.coins")
    }
  }

  @Test(
    "A page that does not exist is refused",
    arguments: [
      ("limit=0", 400), ("limit=1001", 400), ("limit=ten", 400), ("limit=", 400), ("before=1", 400),
      ("before=5e1f5e1f-0000-4000-8000-000000000000", 404),
    ])
  func refused(_ query: String, _ status: Int) async throws {
    try await TestServer.serve { server async throws in
      #expect(try await server.client().get("/sandbox/orders?\(query)").status == status)
    }
  }

  @Test("A purchase is refunded once; later calls return the order unchanged")
  func refund() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let order = try await ann.buy(TestShop.coins).json["order_id"]?.stringValue ?? ""
      let first = try await ann.post("/sandbox/orders/\(order)/refund", ["reason": "It broke."])
      #expect(first.status == 200 && first.json["account"]?.stringValue == ann.account)
      #expect(first.json["purchase"]?["revocation_reason"] == "It broke.")
      server.test.time.pass(60)
      let second = try await ann.post("/sandbox/orders/\(order)/refund", ["reason": "Again."])
      #expect(second.status == 200)
      for name in ["revocation_date", "revocation_reason"] {
        #expect(second.json["purchase"]?[name] == first.json["purchase"]?[name])
      }
    }
  }

  @Test("A refund without a body has the reason null")
  func refundWithoutReason() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let order = try await ann.buy(TestShop.coins).json["order_id"]?.stringValue ?? ""
      let answer = try await ann.post("/sandbox/orders/\(order)/refund")
      #expect(answer.json["purchase"]?["revocation_date"]?.stringValue != nil)
      #expect(answer.json["purchase"]?["revocation_reason"] == .null)
    }
  }

  @Test("Unknown orders and subscriptions are answered with unknown_order")
  func unknown() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let order = try await ann.buy(TestShop.coins).json["order_id"]?.stringValue ?? ""
      for id in ["1", UUID().uuidString] {
        #expect(try await ann.post("/sandbox/orders/\(id)/refund").code == "unknown_order")
        #expect(try await ann.post("/sandbox/subscriptions/\(id)/cancel").code == "unknown_order")
      }
      #expect(try await ann.post("/sandbox/subscriptions/\(order)/cancel").code == "unknown_order")
    }
  }

  @Test("A cancelled subscription is not renewed, and a second cancellation changes nothing")
  func cancel() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let order = try await ann.buy(TestShop.plain).json["order_id"]?.stringValue ?? ""
      #expect(try await ann.post("/sandbox/subscriptions/\(order)/cancel").status == 204)
      #expect(try await ann.post("/sandbox/subscriptions/\(order)/cancel").status == 204)
      _ = try await ann.post("/sandbox/clock", ["advance_seconds": .number(60 * 86_400)])
      #expect(try await orders(ann) == [order])
    }
  }

  @Test("The clock can be advanced, and its rate can be changed")
  func clock() async throws {
    try await TestServer.serve { server in
      let client = server.client()
      #expect(try await client.get("/sandbox/clock").json == ["now": "2026-01-31T12:00:00Z", "rate": 1])
      let moved = try await client.post("/sandbox/clock", ["advance_seconds": 3600, "rate": 60])
      #expect(moved.status == 200 && moved.json == ["now": "2026-01-31T13:00:00Z", "rate": 60])
      server.test.time.pass(1.5)
      #expect(try await client.get("/sandbox/clock").json["now"] == "2026-01-31T13:01:30Z")
    }
  }

  @Test(
    "The clock cannot go back or get an invalid rate",
    arguments: [
      ["advance_seconds": -1], ["advance_seconds": 315_360_001], ["advance_seconds": 0.5], ["advance_seconds": nil],
      ["rate": -1], ["rate": 1_000_001], ["rate": "fast"],
    ] as [JSONValue])
  func wrongClock(_ body: JSONValue) async throws {
    try await TestServer.serve { server async throws in
      #expect(try await server.client().post("/sandbox/clock", body).status == 400)
      #expect(try await server.client().get("/sandbox/clock").json == ["now": "2026-01-31T12:00:00Z", "rate": 1])
    }
  }

  @Test("An unknown account cannot be moved")
  func unknownAccount() async throws {
    try await TestServer.serve { server in
      let answer = try await server.client().put("/sandbox/accounts/nobody/storefront", ["country_code": "FR"])
      #expect(answer.status == 404 && answer.code == "not_found")
    }
  }
}

@Suite("Failures that a tester requests") struct FailureTests {
  private func fail(_ client: TestClient, _ failures: JSONValue...) async throws -> Answer {
    try await client.put("/sandbox/failures", ["failures": .array(failures)])
  }

  @Test("A call fails in the requested way and as often as requested; an empty list removes all failures")
  func kinds() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      for (kind, status) in [("unavailable", 503), ("rate_limited", 429)] {
        let set = try await fail(ann, ["operation": "purchases", "kind": .string(kind), "times": 2])
        #expect(set.status == 204)
        for _ in 0..<2 {
          let answer = try await ann.get("/app-api/v1/purchases")
          #expect(answer.status == status && answer.code == kind)
        }
        #expect(try await ann.get("/app-api/v1/purchases").status == 200)
      }
      _ = try await fail(ann, ["operation": "purchases", "kind": "not_json"])
      let answer = try await ann.get("/app-api/v1/purchases")
      #expect(answer.status == 200 && answer.json == .null)
      #expect(try await ann.get("/app-api/v1/attribution").status == 200)
      _ = try await fail(ann)
      #expect(try await ann.get("/app-api/v1/purchases").status == 200)
    }
  }

  @Test("The first matching failure is used until it is used up, and then the next one")
  func order() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      _ = try await fail(
        ann, ["operation": "purchases", "kind": "unavailable", "times": 1],
        ["operation": "purchases", "kind": "rate_limited", "times": 1])
      var statuses: [Int] = []
      for _ in 0..<3 { statuses.append(try await ann.get("/app-api/v1/purchases").status) }
      #expect(statuses == [503, 429, 200])
    }
  }

  @Test("unavailable performs no operation")
  func noWork() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let body = try await ann.orderBody(TestShop.coins)
      let key = UUID()
      _ = try await fail(ann, ["operation": "pay", "kind": "unavailable", "times": 1])
      #expect(try await ann.pay(body, key: key).status == 503)
      #expect(try await server.store.allOrders().isEmpty)
      #expect(try await ann.pay(body, key: key).status == 201)
    }
  }

  @Test("lost_answer performs the operation and closes the connection without an answer")
  func lostAnswer() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let body = try await ann.orderBody(TestShop.coins)
      let key = UUID()
      _ = try await fail(ann, ["operation": "pay", "kind": "lost_answer", "times": 1])
      await #expect(throws: URLError.self) { try await ann.pay(body, key: key) }
      let orders = try await server.store.allOrders()
      #expect(orders.count == 1)
      let again = try await ann.pay(body, key: key)
      #expect(again.status == 200)
      #expect(again.json["order_id"]?.stringValue == orders.first?.orderID.uuidString.lowercased())
    }
  }

  @Test("slow answers after its number of seconds")
  func slow() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      _ = try await fail(ann, ["operation": "purchases", "kind": "slow", "seconds": 0.3])
      let start = ContinuousClock.now
      #expect(try await ann.get("/app-api/v1/purchases").status == 200)
      #expect(ContinuousClock.now - start >= .milliseconds(300))
    }
  }

  @Test(
    "Unknown failures are refused",
    arguments: [
      ["operation": "clock", "kind": "slow"], ["operation": "pay", "kind": "odd"], ["operation": "pay"],
      ["operation": "pay", "kind": "slow", "times": 0], ["operation": "pay", "kind": "slow", "seconds": 61], 1,
    ] as [JSONValue])
  func refused(_ failure: JSONValue) async throws {
    try await TestServer.serve { server in
      let answer = try await fail(server.client(), failure)
      #expect(answer.status == 400 && answer.title.hasPrefix("failures[0]"))
    }
  }

  @Test("Failures end when the store is closed")
  func closed() async throws {
    let test = try TestStore()
    let store = try test.open()
    await store.run { $0.failures.set([Failure(.pay, .unavailable)]) }
    await store.close()
    #expect(try await test.open().run { $0.failures.take(for: .pay) } == nil)
  }
}
