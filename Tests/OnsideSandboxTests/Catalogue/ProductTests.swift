import CausewayJSON
import Foundation
import Testing

@testable import OnsideSandbox

@Suite("Products") struct ProductTests {
  private func query(_ client: TestClient, _ identifiers: [JSONValue]) async throws -> Answer {
    try await client.post("/app-api/v1/products/query", ["product_identifiers": .array(identifiers)])
  }

  @Test("Products have the order of the request, unknown identifiers are listed, and each identifier counts once")
  func order() async throws {
    try await TestServer.serve { server in
      let answer = try await query(
        server.client(),
        [.string(TestShop.shelf), "nothing", .string(TestShop.coins), "nothing", .string(TestShop.shelf)])
      #expect(answer.status == 200)
      let identifiers = answer.json["products"]?.arrayValue?.map { $0["product_identifier"]?.stringValue }
      #expect(identifiers == [TestShop.shelf, TestShop.coins])
      #expect(answer.json["invalid_product_identifiers"] == ["nothing"])
    }
  }

  @Test("An empty list of identifiers returns no products")
  func none() async throws {
    try await TestServer.serve { server in
      let answer = try await query(server.client(), [])
      #expect(answer.json == ["products": [], "invalid_product_identifiers": []])
    }
  }

  @Test("A product has its texts, its price in major units, its period and its offer")
  func form() async throws {
    try await TestServer.serve { server in
      let answer = try await query(server.client(), [.string(TestShop.monthly)])
      #expect(
        answer.json["products"] == [
          [
            "product_identifier": "shop.monthly", "localized_title": "The shop.monthly",
            "localized_description": "For tests.", "price": ["value": 3.99, "currency_code": "EUR"],
            "subscription_period": ["unit": "month", "number_of_units": 1], "subscription_group_identifier": "lamp",
            "introductory_price": [
              "price": ["value": 0, "currency_code": "EUR"], "period": ["unit": "week", "number_of_units": 1],
            ],
          ]
        ])
    }
  }

  @Test("Products use the logged-in user's storefront, or otherwise the catalog's storefront")
  func storefront() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      _ = try await ann.put("/sandbox/accounts/\(ann.account)/storefront", ["country_code": "US"])
      let hers = try await query(ann, [.string(TestShop.coins)])
      let anybodys = try await query(server.client(), [.string(TestShop.coins)])
      #expect(hers.json["products"]?[0]?["price"] == ["value": 1.99, "currency_code": "USD"])
      #expect(anybodys.json["products"]?[0]?["price"] == ["value": 1.99, "currency_code": "EUR"])
    }
  }

  @Test("A user who had a subscription gets an introductory price only in other groups")
  func introductory() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      #expect(try await ann.buy(TestShop.monthly).status == 201)
      for (product, isOffered) in [(TestShop.monthly, false), (TestShop.yearly, false), (TestShop.weekly, true)] {
        let answer = try await query(ann, [.string(product)])
        #expect((answer.json["products"]?[0]?["introductory_price"] != nil) == isOffered)
      }
    }
  }

  @Test("An invalid token is refused, and does not count as a missing token")
  func badToken() async throws {
    try await TestServer.serve { server in
      var client = server.client()
      client.token = "AAAA"
      let answer = try await query(client, [.string(TestShop.coins)])
      #expect(answer.status == 401 && answer.code == "invalid_token")
    }
  }

  @Test("More than 1,000 identifiers, or one of more than 512 characters, is refused with invalid_product_identifier")
  func limits() async throws {
    try await TestServer.serve { server in
      let client = server.client()
      let most = (0..<1000).map { JSONValue.string("p\($0)") }
      #expect(try await query(client, most).status == 200)
      #expect(try await query(client, [.string(String(repeating: "é", count: 512))]).status == 200)
      let longest = (1...1000).map { JSONValue.string("\($0)" + String(repeating: "🏮", count: 508)) }
      #expect(try await query(client, longest).status == 200)
      for refused in [most + ["one more"], [.string(String(repeating: "é", count: 513))]] {
        let answer = try await query(client, refused)
        #expect(answer.status == 422 && answer.code == "invalid_product_identifier")
      }
    }
  }

  @Test("A value that is not a list of texts is refused", arguments: [nil, "a", [1], ["a", nil]] as [JSONValue])
  func malformed(_ identifiers: JSONValue) async throws {
    try await TestServer.serve { server in
      let answer = try await server.client().post(
        "/app-api/v1/products/query", ["product_identifiers": identifiers])
      #expect(answer.status == 400 && answer.title.hasPrefix("product_identifiers"))
    }
  }

  @Test("Settings of the catalog make requests for products, and restores, fail")
  func settings() async throws {
    let errors = ["Load Products", "App Store Sync"].map {
      #"{ "name": "\#($0)", "enabled": true, "current": { "index": 1, "type": "generic" } }"#
    }
    try await TestServer.serve(settings: ", \"_storeKitErrors\": [\(errors.joined(separator: ", "))]") {
      server async throws in
      #expect(try await query(server.client(), ["a"]).code == "unavailable")
      #expect(try await server.loggedIn().get("/app-api/v1/purchases").code == "unavailable")
    }
  }
}

@Suite("Restored purchases") struct PurchaseTests {
  private func purchases(_ client: TestClient) async throws -> [String?] {
    let answer = try await client.get("/app-api/v1/purchases")
    #expect(answer.status == 200 && answer.json["account"]?.stringValue == client.account)
    return answer.json["purchases"]?.arrayValue?.map { $0["product"]?["product_identifier"]?.stringValue } ?? []
  }

  @Test("Non-consumables and active subscriptions can be restored, the oldest first, each once")
  func restored() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      for product in [TestShop.plain, TestShop.coins, TestShop.ticket, TestShop.shelf] { try await ann.buy(product) }
      #expect(try await purchases(ann) == [TestShop.plain, TestShop.shelf])
      _ = try await ann.post("/sandbox/clock", ["advance_seconds": .number(70 * 86_400)])
      #expect(try await purchases(ann) == [TestShop.shelf, TestShop.plain])
    }
  }

  @Test("A refunded purchase cannot be restored")
  func refunded() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let order = try await ann.buy(TestShop.shelf).json["order_id"]?.stringValue ?? ""
      _ = try await ann.post("/sandbox/orders/\(order)/refund")
      #expect(try await purchases(ann).isEmpty)
    }
  }

  @Test("Purchases of another account or another app are not visible")
  func others() async throws {
    try await TestServer.serve { server in
      try await server.loggedIn().buy(TestShop.shelf)
      #expect(try await purchases(server.loggedIn("bob@example.com")).isEmpty)
      #expect(try await purchases(server.loggedIn(app: TestStore.otherApp)).isEmpty)
    }
  }
}
