import CausewayJSON
import Foundation
import Testing

@testable import OnsideSandbox

@Suite("Refused orders") struct OrderRefusalTests {
  private static let path = "/app-api/v1/orders"

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

  @Test("The key of another account's order is refused with key_reused, even in another app")
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
    "The default card decides; after declined nothing was paid, and the same key gets the same answer",
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
      #expect(again.status == 402 && again.json == answer.json)
      #expect(try await ann.pay(body).status == 201)
    }
  }

  @Test(
    "A price other than the one that the user saw is refused with price_changed, each time with the same key"
  )
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
        #expect(try await ann.pay(body, key: key).json == answer.json)
      }
      #expect(try await server.store.allOrders().isEmpty)
    }
  }

  @Test("A storefront other than the one that the user saw is refused with price_changed, at any price")
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

  @Test("A product that is not in the catalog is refused with not_for_sale, each time with the same key")
  func notForSale() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      var body = try await ann.orderBody(TestShop.coins)
      body["product_identifier"] = "shop.nothing"
      let key = UUID()
      let answer = try await ann.pay(body, key: key)
      #expect(answer.status == 422 && answer.code == "not_for_sale")
      #expect(try await ann.pay(body, key: key).json == answer.json)
    }
  }

  @Test("If account is not the logged-in user, the refusal not_logged_in does not use up the key")
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

  @Test(
    "The error names the invalid member of an order",
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

  @Test("A payment with a missing key, or with a key that is not a UUID, is refused", arguments: [nil, "1", ""])
  func noKey(_ key: String?) async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let body = JSONValue.object(try await ann.orderBody(TestShop.coins))
      let answer = try await ann.post(Self.path, body, key.map { ["Idempotency-Key": $0] } ?? [:])
      #expect(answer.status == 400 && answer.title.hasPrefix("Idempotency-Key"))
    }
  }

  @Test(
    "Settings of the catalog make payments with any card fail",
    arguments: ["_failTransactionsEnabled", "_askToBuyEnabled"])
  func settings(_ name: String) async throws {
    try await TestServer.serve(settings: ", \"\(name)\": true") { server in
      let answer = try await server.loggedIn().buy(TestShop.coins)
      #expect(answer.status == 422 && answer.code == "payments_refused" && answer.title.contains(name))
    }
  }
}
