import CausewayJSON
import Foundation
import OnsideCore
import OnsideMerchant
import Testing

@testable import OnsideSandbox

@Suite("Orders") struct OrderTests {
  private static let path = "/app-api/v1/orders"

  @Test("An order is paid once for each key: 201, then 200 with the same order")
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

  @Test("The longest token is accepted by the store and by the ledger, and both limits count bytes")
  func longestToken() async throws {
    let token = String(repeating: "ü", count: OnsidePayment.longestAppAccountToken / 2)
    try LedgerRequest.check(token)
    #expect(throws: LedgerError.invalidCustomer) { try LedgerRequest.check(token + "x") }
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      var body = try await ann.orderBody(TestShop.coins)
      body["app_account_token"] = JSONValue.string(token)
      #expect(try await ann.pay(body).status == 201)
      body["app_account_token"] = JSONValue.string(token + "x")
      let answer = try await ann.pay(body)
      #expect(answer.status == 400 && answer.title.hasPrefix("app_account_token"), "\(answer.title)")
    }
  }

  @Test("A body may be written in different ways, and unknown members are ignored")
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

  @Test("A user who owns a non-consumable gets its order for a new key, and is not charged")
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

  @Test("A user without an earlier subscription of the group sees and pays the introductory price")
  func introductory() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let offered = try await ann.orderBody(TestShop.monthly)
      var silent = offered
      _ = silent.removeValue(forKey: "introductory_price")
      #expect(try await ann.pay(silent).code == "price_changed")
      #expect(try await ann.pay(offered).status == 201)
      #expect(try await server.store.allOrders().map(\.price) == [0])
      // This product is in the same group, so its introductory price is no longer offered.
      let yearly = try await ann.orderBody(TestShop.yearly)
      #expect(yearly["introductory_price"] == nil)
      #expect(try await ann.pay(yearly).status == 201)
      #expect(try await server.store.allOrders().map(\.price) == [0, 3499])
      // Another customer still gets the introductory price.
      let bob = try await server.loggedIn("bob@example.com")
      #expect(try await bob.orderBody(TestShop.yearly)["introductory_price"] != nil)
    }
  }
}
