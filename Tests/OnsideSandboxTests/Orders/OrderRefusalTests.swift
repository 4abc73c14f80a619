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
    "The card in use decides; after declined nothing was paid, and the same order gets the same answer under its key",
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
    "Another price than the one that the user was asked for is refused with price_changed, again and again under its key"
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

  @Test("What is not in the catalogue is refused with not_for_sale, again and again under its key")
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
