import CausewayJSON
import Foundation
import Testing

@testable import OnsideSandbox

@Suite("A tester's requests about subscriptions") struct SubscriptionRequestTests {
  private func subscription(_ client: TestClient, _ query: String = "") async throws -> JSONValue {
    try await client.get("/sandbox/subscriptions\(query)").json["subscriptions"]?[0] ?? .null
  }

  @Test("A failed renewal is listed with its state and its times, and the history has only the end of the grace period")
  func failedRenewal() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let order = try await ann.buy(TestShop.plain).json["order_id"]?.stringValue ?? ""
      let payments = "/sandbox/accounts/\(ann.account)/payments"
      #expect(try await ann.put(payments, ["fail": true]).status == 204)
      _ = try await ann.post("/sandbox/clock", ["advance_seconds": .number(29 * 86_400)])
      let state = try await subscription(ann)
      #expect(state["original_order_id"]?.stringValue == order && state["account"]?.stringValue == ann.account)
      #expect(state["product_id"]?.stringValue == TestShop.plain && state["bundle_id"]?.stringValue == TestStore.app)
      #expect(state["state"] == "grace_period" && state["renews"] == true && state["end_reason"] == .null)
      #expect(state["paid_until"]?.stringValue?.hasPrefix("2026-02-28T12:00:00") == true)
      #expect(state["grace_period_ends_at"]?.stringValue?.hasPrefix("2026-03-16T12:00:00") == true)
      #expect(state["counts_until"] == state["grace_period_ends_at"])
      #expect(state["billing_retry_ends_at"]?.stringValue?.hasPrefix("2026-04-29T12:00:00") == true)
      #expect(state["next_payment_at"]?.stringValue?.hasPrefix("2026-03-02T12:00:00") == true)
      let purchase = try await ann.get("/sandbox/orders").json["orders"]?[0]?["purchase"]
      #expect(purchase?["expires_at"] == state["grace_period_ends_at"])
      #expect(try await ann.put(payments, ["fail": false]).status == 204)
      #expect(try await subscription(ann)["state"] == "active")
    }
  }

  @Test("The list has pages, the newest subscription first")
  func list() async throws {
    try await TestServer.serve { server in
      let clients = [try await server.loggedIn(), try await server.loggedIn("bob@example.com")]
      var ids: [String] = []
      for client in clients { ids.append(try await client.buy(TestShop.plain).json["order_id"]?.stringValue ?? "") }
      #expect(try await subscription(clients[0], "?limit=1")["original_order_id"]?.stringValue == ids[1])
      #expect(try await subscription(clients[0], "?before=\(ids[1])")["original_order_id"]?.stringValue == ids[0])
      #expect(try await subscription(clients[0], "?before=\(ids[0])") == .null)
      #expect(try await clients[0].get("/sandbox/subscriptions?limit=0").status == 400)
      #expect(try await clients[0].get("/sandbox/subscriptions?before=\(UUID())").code == "unknown_order")
    }
  }

  @Test("The switch of payments needs a known account and a value that is true or false")
  func refusedSwitch() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      #expect(try await ann.put("/sandbox/accounts/nobody/payments", ["fail": true]).code == "not_found")
      for body: JSONValue in [["fail": 1], ["fail": .null], [:]] {
        #expect(try await ann.put("/sandbox/accounts/\(ann.account)/payments", body).code == "bad_request")
      }
    }
  }
}
