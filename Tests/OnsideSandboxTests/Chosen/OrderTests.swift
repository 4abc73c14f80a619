import Causeway
import Foundation
import Testing

@testable import OnsideSandbox

@Suite("Orders") struct OrderTests {
  private static let path = "/app-api/v1/orders"

  @Test("An order is paid once under a key: 201, then 200 with the same order")
  func paid() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      var body = try await ann.orderBody(TestShop.coins)
      body["app_account_token"] = "ann-1"
      let key = UUID()
      let first = try await ann.pay(body, key: key)
      #expect(first.status == 201)
      #expect(first.json["order_id"] == first.json["original_order_id"])
      #expect(first.json["app_account_token"] == "ann-1")
      #expect(first.json["product"]?["product_identifier"] == .string(TestShop.coins))
      let second = try await ann.pay(body, key: key)
      #expect(second.status == 200 && second.json == first.json)
      #expect(try await server.store.allOrders().count == 1)
    }
  }

  @Test("The same body is the same however it is written; members that are not known are ignored")
  func sameBody() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let key = UUID()
      let body = try await ann.orderBody(TestShop.coins)
      #expect(try await ann.pay(body, key: key).status == 201)
      var other = JSONObject()
      for name in body.keys.reversed() { other[name] = body[name] }
      other["colour"] = "blue"
      #expect(try await ann.pay(other, key: key).status == 200)
    }
  }

  @Test(
    "The same key with another body is refused with key_reused",
    arguments: [
      ("product_identifier", "shop.ticket"), ("country_code", "US"), ("app_account_token", "x"),
      ("price", ["value": 0.99, "currency_code": "EUR"]),
    ] as [(String, JSONValue)])
  func reused(_ name: String, _ value: JSONValue) async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let key = UUID()
      var body = try await ann.orderBody(TestShop.coins)
      #expect(try await ann.pay(body, key: key).status == 201)
      body[name] = value
      let answer = try await ann.pay(body, key: key)
      #expect(answer.status == 422 && answer.code == "key_reused")
    }
  }

  @Test("A key of another account's order is refused with key_reused, in another app as well")
  func foreignKey() async throws {
    try await TestServer.serve { server in
      let key = UUID()
      #expect(try await server.loggedIn().buy(TestShop.coins, key: key).status == 201)
      #expect(try await server.loggedIn("bob@example.com").buy(TestShop.coins, key: key).code == "key_reused")
      let otherApp = try await server.loggedIn(app: TestStore.otherApp)
      #expect(try await otherApp.buy(TestShop.coins, key: key).code == "key_reused")
    }
  }

  @Test(
    "The card in use decides; after declined nothing was paid, and the key is void",
    arguments: [TestCard.declined, .withoutFunds, .expired])
  func declined(_ card: TestCard) async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      _ = try await ann.post("/app-api/v1/payment-methods", ["card_number": .string(card.number)])
      let key = UUID()
      let body = try await ann.orderBody(TestShop.coins)
      let answer = try await ann.pay(body, key: key)
      #expect(answer.status == 402 && answer.code == "declined")
      _ = try await ann.post("/app-api/v1/payment-methods", ["card_number": .string(TestCard.paying.number)])
      let again = try await ann.pay(body, key: key)
      #expect(again.status == 410 && again.code == "key_void")
      #expect(try await ann.pay(body).status == 201)
    }
  }

  @Test("Another price than the one that the user was asked for is refused with price_changed, and the key is void")
  func price() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let right = try await ann.orderBody(TestShop.coins)
      for (value, currency) in [(0.99, "EUR"), (1.99, "USD")] {
        var body = right
        body["price"] = ["value": .number(value), "currency_code": .string(currency)]
        let key = UUID()
        let answer = try await ann.pay(body, key: key)
        #expect(answer.status == 409 && answer.code == "price_changed")
        #expect(answer.json["product"]?["price"] == right["price"])
        #expect(try await ann.pay(body, key: key).code == "key_void")
      }
      #expect(try await server.store.allOrders().isEmpty)
    }
  }

  @Test("Another storefront than the one in which the user was asked is refused with price_changed, whatever it costs")
  func storefront() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let body = try await ann.orderBody(TestShop.coins)
      let moved = try await ann.put("/sandbox/accounts/\(ann.account)/storefront", ["country_code": "FR"])
      #expect(moved.status == 204)
      let answer = try await ann.pay(body)
      #expect(answer.status == 409 && answer.json["product"]?["price"] == body["price"])
      #expect(try await ann.buy(TestShop.coins).status == 201)
      #expect(try await server.store.allOrders().map(\.userCountry) == ["FR"])
    }
  }

  @Test("What is not in the catalogue is refused with not_for_sale, and the key is void")
  func notForSale() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      var body = try await ann.orderBody(TestShop.coins)
      body["product_identifier"] = "shop.nothing"
      let key = UUID()
      let answer = try await ann.pay(body, key: key)
      #expect(answer.status == 422 && answer.code == "not_for_sale")
      #expect(try await ann.pay(body, key: key).code == "key_void")
    }
  }

  @Test("If somebody else than account is logged in, not_logged_in leaves the key as it is")
  func somebodyElse() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let bob = try await server.loggedIn("bob@example.com")
      let body = try await ann.orderBody(TestShop.coins)
      let key = UUID()
      let answer = try await bob.pay(body, key: key)
      #expect(answer.status == 401 && answer.code == "not_logged_in")
      #expect(try await ann.pay(body, key: key).status == 201)
    }
  }

  @Test("Who has a non-consumable already gets its order under a new key, and is not charged")
  func owned() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let first = try await ann.buy(TestShop.shelf)
      _ = try await ann.post("/app-api/v1/payment-methods", ["card_number": .string(TestCard.declined.number)])
      let key = UUID()
      let second = try await ann.buy(TestShop.shelf, key: key)
      #expect(first.status == 201 && second.status == 200 && second.json == first.json)
      let settled = try await ann.post(Self.path + "/settlements", ["idempotency_key": .string(key.uuidString)])
      #expect(settled.json["order"] == first.json)
    }
  }

  @Test("A refunded non-consumable can be bought again, as a new order")
  func refunded() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let first = try await ann.buy(TestShop.shelf).json["order_id"]?.stringValue ?? ""
      #expect(try await ann.post("/sandbox/orders/\(first)/refund").status == 200)
      let second = try await ann.buy(TestShop.shelf)
      #expect(second.status == 201 && second.json["order_id"]?.stringValue != first)
    }
  }

  @Test("Consumables and non-renewing subscriptions can be bought again", arguments: [TestShop.coins, TestShop.ticket])
  func again(_ product: String) async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      #expect(try await ann.buy(product).status == 201)
      #expect(try await ann.buy(product).status == 201)
      #expect(try await server.store.allOrders().allSatisfy { $0.expiresAt == nil })
    }
  }

  @Test("Who has had none of the group pays the introductory price at first, and is asked for it")
  func introductory() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let offered = try await ann.orderBody(TestShop.monthly)
      var silent = offered
      _ = silent.removeValue(forKey: "introductory_price")
      #expect(try await ann.pay(silent).code == "price_changed")
      #expect(try await ann.pay(offered).status == 201)
      #expect(try await server.store.allOrders().map(\.price) == [0])
      // Of the same group, and offered no more.
      let yearly = try await ann.orderBody(TestShop.yearly)
      #expect(yearly["introductory_price"] == nil)
      #expect(try await ann.pay(yearly).status == 201)
      #expect(try await server.store.allOrders().map(\.price) == [0, 3499])
      // Somebody else is.
      let bob = try await server.loggedIn("bob@example.com")
      #expect(try await bob.orderBody(TestShop.yearly)["introductory_price"] != nil)
    }
  }

  @Test(
    "What is wrong with an order is said by its name",
    arguments: [
      ("product_identifier", 1), ("product_identifier", ""), ("price", nil), ("price", ["value": 1]),
      ("price.value", ["value": -1, "currency_code": "EUR"]), ("price.value", ["value": "1", "currency_code": "EUR"]),
      ("price.currency_code", ["value": 1, "currency_code": "eur"]), ("account", 1), ("country_code", "DEU"),
      ("country_code", "de"), ("app_account_token", nil),
      ("app_account_token", .string(String(repeating: "x", count: 1025))),
      ("introductory_price", 1), ("introductory_price.period", ["price": ["value": 1, "currency_code": "EUR"]]),
      (
        "introductory_price.period.unit",
        [
          "price": ["value": 1, "currency_code": "EUR"],
          "period": ["unit": "hour", "number_of_units": 1],
        ]
      ),
    ] as [(String, JSONValue)])
  func wrong(_ place: String, _ value: JSONValue) async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      var body = try await ann.orderBody(TestShop.coins)
      body[String(place.prefix { $0 != "." })] = value
      let answer = try await ann.pay(body)
      #expect(answer.status == 400 && answer.code == "bad_request" && answer.title.hasPrefix(place), "\(answer.title)")
    }
  }

  @Test("A payment without a key, or with one that is no UUID, is refused", arguments: [nil, "1", ""])
  func noKey(_ key: String?) async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let body = JSONValue.object(try await ann.orderBody(TestShop.coins))
      let answer = try await ann.post(Self.path, body, key.map { ["Idempotency-Key": $0] } ?? [:])
      #expect(answer.status == 400 && answer.title.hasPrefix("Idempotency-Key"))
    }
  }

  @Test(
    "The catalogue's settings have payments refused, whatever the card",
    arguments: ["_failTransactionsEnabled", "_askToBuyEnabled"])
  func settings(_ name: String) async throws {
    try await TestServer.serve(settings: ", \"\(name)\": true") { server in
      let answer = try await server.loggedIn().buy(TestShop.coins)
      #expect(answer.status == 422 && answer.code == "payments_refused" && answer.title.hasPrefix(name))
    }
  }
}

@Suite("Settlements") struct SettlementTests {
  private func settle(_ key: UUID, _ client: TestClient) async throws -> Answer {
    try await client.post("/app-api/v1/orders/settlements", ["idempotency_key": .string(key.uuidString)])
  }

  @Test("What was paid under a key is told")
  func paid() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let key = UUID()
      let order = try await ann.buy(TestShop.coins, key: key)
      let answer = try await settle(key, ann)
      #expect(answer.status == 200 && answer.json["order"] == order.json)
    }
  }

  @Test("A key under which nothing was paid is void from now on, also for an order that arrives late")
  func void() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let key = UUID()
      #expect(try await settle(key, ann).json == ["order": nil])
      let late = try await ann.buy(TestShop.coins, key: key)
      #expect(late.status == 410 && late.code == "key_void")
      #expect(try await settle(key, ann).json == ["order": nil])
    }
  }

  @Test("A key that somebody else settled is void for an order that arrives late")
  func settledByAnother() async throws {
    try await TestServer.serve { server async throws in
      let key = UUID()
      #expect(try await settle(key, server.loggedIn("bob@example.com")).json == ["order": nil])
      #expect(try await server.loggedIn().buy(TestShop.coins, key: key).code == "key_void")
    }
  }

  @Test("The key of an order of somebody else, or of another app, is refused with not_logged_in, and stays as it is")
  func foreign() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let key = UUID()
      let order = try await ann.buy(TestShop.coins, key: key)
      let answer = try await settle(key, server.loggedIn("bob@example.com"))
      #expect(answer.status == 401 && answer.code == "not_logged_in" && answer.json["order"] == nil)
      let otherApp = try await settle(key, server.loggedIn(app: TestStore.otherApp))
      #expect(otherApp.status == 401 && otherApp.code == "not_logged_in" && otherApp.json["order"] == nil)
      #expect(try await settle(key, ann).json["order"] == order.json)
    }
  }
}
