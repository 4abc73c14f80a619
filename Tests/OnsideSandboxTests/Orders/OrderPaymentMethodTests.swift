import CausewayJSON
import Foundation
import Testing

@testable import OnsideSandbox

@Suite("The payment method of an order") struct OrderPaymentMethodTests {
  private static let path = "/app-api/v1/payment-methods"

  /// Adds a card, which becomes the default payment method.
  private func add(_ card: TestCard, _ client: TestClient) async throws -> JSONValue {
    let answer = try await client.post(Self.path, ["card_number": .string(card.number)])
    return try #require(answer.json["id"])
  }

  @Test("The card that an order names is charged, whichever card is the default")
  func named() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let pays = try await add(.mastercard, ann)
      let declined = try await add(.declined, ann)
      var body = try await ann.orderBody(TestShop.coins)
      body["payment_method_id"] = pays
      #expect(try await ann.pay(body).status == 201)
      body["payment_method_id"] = declined
      #expect(try await ann.pay(body).code == "declined")
      body["payment_method_id"] = nil
      #expect(try await ann.pay(body).code == "declined")
    }
  }

  @Test("A removed card or another account's card is refused with unknown_payment_method, and the key is void")
  func removed() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let bob = try await server.loggedIn("bob@example.com")
      let removed = try await add(.mastercard, ann)
      #expect(try await ann.delete(Self.path + "/\(removed.stringValue ?? "")").status == 204)
      var body = try await ann.orderBody(TestShop.coins)
      for id in [removed, try await add(.mastercard, bob), "nothing"] as [JSONValue] {
        body["payment_method_id"] = id
        let key = UUID()
        let answer = try await ann.pay(body, key: key)
        #expect(answer.status == 422 && answer.code == "unknown_payment_method")
        #expect(try await ann.pay(body, key: key).json == answer.json)
      }
      #expect(try await server.store.allOrders().isEmpty)
    }
  }

  @Test("The same key with another card is refused with key_reused")
  func reused() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      var body = try await ann.orderBody(TestShop.coins)
      body["payment_method_id"] = try await add(.mastercard, ann)
      let key = UUID()
      #expect(try await ann.pay(body, key: key).status == 201)
      body["payment_method_id"] = try await add(.americanExpress, ann)
      #expect(try await ann.pay(body, key: key).code == "key_reused")
    }
  }
}
