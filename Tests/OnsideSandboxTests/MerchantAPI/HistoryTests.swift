import CausewayJOSE
import CausewayJSON
import Foundation
import OnsideMerchant
import Testing

@testable import OnsideSandbox

@Suite("Signed histories") struct HistoryTests {
  /// Returns the history in a JWS after its verification with the published keys.
  static func history(_ jws: String, _ client: TestClient) async throws -> TransactionHistory {
    let keys = try JSONWebKeySet(parsing: try await client.get("/.well-known/jwks.json").data)
    return try await HistoryVerifier(keys: keys).verify(jws).history
  }

  @Test("The history has every purchase of the logged-in user in this app, and no others")
  func whole() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      for product in [TestShop.coins, TestShop.shelf, TestShop.ticket, TestShop.plain] { try await ann.buy(product) }
      try await server.loggedIn("bob@example.com").buy(TestShop.coins)
      try await server.loggedIn(app: TestStore.otherApp).buy(TestShop.coins)
      let answer = try await ann.get("/app-api/v1/history")
      #expect(answer.status == 200 && answer.fields["content-type"] == "application/jose")
      let history = try await Self.history(answer.text, ann)
      #expect(history.violations.isEmpty)
      #expect(
        history.transactions.map(\.productID) == [TestShop.coins, TestShop.shelf, TestShop.ticket, TestShop.plain])
      #expect(
        history.transactions.map(\.productType) == [
          .consumable, .nonConsumable, .nonRenewingSubscription, .autoRenewableSubscription,
        ])
    }
  }

  @Test("A purchase has every field of the schema")
  func fields() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      var body = try await ann.orderBody(TestShop.plain)
      body["app_account_token"] = "ann-1"
      let id = try await ann.pay(body).json["order_id"] ?? nil
      let jws = try JWS(parsing: try await ann.get("/app-api/v1/history").text)
      let keys = try await server.store.run { try $0.signingKeys.publicKeys() }
      let payload = try JSONValue(parsing: try jws.verified(with: try await keys.key(for: jws.header)))
      var purchase = try #require(payload["transactions"]?[0]?.objectValue)
      // Compare only the seconds, because the store's times increase by milliseconds although the test's real time does
      // not change.
      #expect(purchase["purchase_date"] == purchase["original_purchase_date"])
      #expect(purchase["purchase_date"]?.stringValue?.hasPrefix("2026-01-31T12:00:00") == true)
      #expect(purchase["expires_at"]?.stringValue?.hasPrefix("2026-02-28T12:00:00") == true)
      for name in ["purchase_date", "original_purchase_date", "fetched_at", "expires_at"] {
        _ = purchase.removeValue(forKey: name)
      }
      #expect(
        JSONValue.object(purchase) == [
          "order_id": id, "original_order_id": id, "product_id": "shop.plain", "product_slug": nil,
          "product_type": "AUTO_RENEWABLE_SUBSCRIPTION", "quantity": 1, "price": 299, "currency": "EUR",
          "revocation_date": nil, "revocation_reason": nil, "transaction_reason": "PURCHASE",
          "app_account_token": "ann-1", "subscription_id": "plain", "bundle_id": "com.example.shop",
          "user_country": "DE",
        ])
    }
  }

  @Test("The price is in the currency's smallest unit", arguments: [("DE", 199), ("JP", 2), ("KW", 1990)])
  func price(_ country: String, _ price: Int64) async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      _ = try await ann.put("/sandbox/accounts/\(ann.account)/storefront", ["country_code": .string(country)])
      try await ann.buy(TestShop.coins)
      let history = try await Self.history(try await ann.get("/app-api/v1/history").text, ann)
      #expect(history.transactions.map(\.price) == [price])
      #expect(history.transactions.map(\.userCountry) == [country])
    }
  }

  @Test("A statement after a refund is later than all earlier ones, even if the clock stands still")
  func fetchedAt() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      _ = try await ann.post("/sandbox/clock", ["rate": 0])
      let id = try await ann.buy(TestShop.shelf).json["order_id"]?.stringValue ?? ""
      let before = try await Self.history(try await ann.get("/app-api/v1/history").text, ann)
      _ = try await ann.post("/sandbox/orders/\(id)/refund")
      let after = try await Self.history(try await ann.get("/app-api/v1/history").text, ann)
      #expect(after.transactions[0].revocationDate != nil && before.transactions[0].revocationDate == nil)
      #expect(after.transactions[0].fetchedAt > before.transactions[0].fetchedAt)
    }
  }

  @Test("A user without purchases has an empty history")
  func empty() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let history = try await Self.history(try await ann.get("/app-api/v1/history").text, ann)
      #expect(history.transactions.isEmpty && history.violations.isEmpty)
    }
  }
}

@Suite("The key set") struct KeySetTests {
  @Test("Histories are signed with RS256, or with ES256 after a rotation to it; the key set has only public keys")
  func algorithms() async throws {
    try await TestServer.serve {
      $0.firstAlgorithm = SandboxOptions(catalog: $0.catalog, folder: $0.folder).firstAlgorithm
    } _: { server in
      let ann = try await server.loggedIn()
      let first = try await ann.get("/app-api/v1/history").text
      #expect(try JWS(parsing: first).header.algorithm == .rs256)
      let rotated = try await ann.post("/sandbox/keys/rotate", ["alg": "ES256"])
      let second = try await ann.get("/app-api/v1/history").text
      let header = try JWS(parsing: second).header
      #expect(header.algorithm == .es256 && header.keyID == rotated.json["kid"]?.stringValue)
      // Verify both histories. The function throws if a signature is not valid.
      _ = try await HistoryTests.history(first, ann)
      _ = try await HistoryTests.history(second, ann)
      let keys = try await ann.get("/.well-known/jwks.json").json["keys"]?.arrayValue ?? []
      #expect(keys.map { $0["alg"] } == ["ES256", "RS256"] && keys.allSatisfy { $0["use"] == "sig" })
      for name in ["d", "p", "q", "dp", "dq", "qi", "k"] { #expect(keys.allSatisfy { $0[name] == nil }) }
    }
  }

  @Test("The key set keeps the keys from before the last four rotations, and no older ones")
  func bounded() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let old = try await ann.get("/app-api/v1/history").text
      for _ in 0..<4 { _ = try await ann.post("/sandbox/keys/rotate", ["alg": "ES256"]) }
      _ = try await HistoryTests.history(old, ann)
      _ = try await ann.post("/sandbox/keys/rotate")
      #expect(try await ann.get("/.well-known/jwks.json").json["keys"]?.arrayValue?.count == 5)
      let kid = try #require(try JWS(parsing: old).header.keyID)
      #expect(try await !ann.get("/.well-known/jwks.json").text.contains(kid))
      await #expect(throws: HistoryError.self) { try await HistoryTests.history(old, ann) }
    }
  }

  @Test("Other algorithms are refused", arguments: ["HS256", "none", "RS512"])
  func refused(_ algorithm: String) async throws {
    try await TestServer.serve { server in
      let answer = try await server.client().post("/sandbox/keys/rotate", ["alg": .string(algorithm)])
      #expect(answer.status == 400)
    }
  }

  @Test("A removed private key is replaced by a new one; its signatures can still be verified")
  func removed() async throws {
    let test = try TestStore()
    let store = try test.open()
    let jws = try JWS(parsing: try await store.run { try $0.histories.statement(of: $0.session()) }.signed())
    await store.close()
    try FileManager.default.removeItem(at: test.url.appendingPathComponent("signing-keys"))
    let reopened = try test.open()
    let keys = try await reopened.run { try $0.signingKeys.publicKeys() }
    #expect(keys.keys.count == 2 && keys.keys[1].keyID == jws.header.keyID)
    _ = try jws.verified(with: try await keys.key(for: jws.header))
  }
}
