import CausewayJSON
import Foundation
import Testing

@testable import OnsideSandbox

@Suite("Settlements") struct SettlementTests {
  private func settle(_ key: UUID, _ client: TestClient) async throws -> Answer {
    try await client.post("/app-api/v1/orders/settlements", ["idempotency_key": .string(key.uuidString)])
  }

  @Test("A settlement returns the order that was paid with the key")
  func paid() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let key = UUID()
      let order = try await ann.buy(TestShop.coins, key: key)
      let answer = try await settle(key, ann)
      #expect(answer.status == 200 && answer.json["order"] == order.json)
    }
  }

  @Test("A settled key without a payment becomes void, even for an order that arrives late")
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

  @Test("A key that another user settled is void for an order that arrives late")
  func settledByAnother() async throws {
    try await TestServer.serve { server async throws in
      let key = UUID()
      #expect(try await settle(key, server.loggedIn("bob@example.com")).json == ["order": nil])
      #expect(try await server.loggedIn().buy(TestShop.coins, key: key).code == "key_void")
    }
  }

  @Test("The key of an order of another user or app is refused with not_logged_in, and stays valid")
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
