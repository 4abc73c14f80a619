import CausewayJSON
import Foundation
import Testing

@testable import OnsideSandbox

@Suite("A card is added once for each idempotency key") struct CardKeyTests {
  private static let path = "/app-api/v1/payment-methods"

  private func add(
    _ card: TestCard, key: String, _ client: TestClient, year: Int = 2029
  ) async throws -> Answer {
    try await client.post(
      Self.path, ["card_number": .string(card.number), "expiry_month": 4, "expiry_year": .number(Double(year))],
      ["Idempotency-Key": key])
  }

  private func titles(_ client: TestClient) async throws -> [String] {
    let methods = try await client.get(Self.path).json["payment_methods"]?.arrayValue ?? []
    return methods.compactMap { $0["title"]?.stringValue }
  }

  @Test("The same card with the same key gets the same answer, and changes nothing")
  func repeated() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let key = UUID().uuidString
      let first = try await add(.mastercard, key: key, ann)
      #expect(first.status == 201)
      let other = try await add(.americanExpress, key: UUID().uuidString, ann)
      #expect(try await add(.mastercard, key: key, ann).status == 200)
      // The card that was added last must still be the default card.
      #expect(try await ann.get(Self.path).json["payment_methods"]?[2]?["id"] == other.json["id"])
      #expect(try await ann.get(Self.path).json["payment_methods"]?[2]?["is_default"] == true)
    }
  }

  @Test("An old key does not add a removed card again: 410 and key_void")
  func removed() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let key = UUID().uuidString
      let first = try await add(.mastercard, key: key, ann)
      #expect(try await ann.delete(Self.path + "/\(first.json["id"]?.stringValue ?? "")").status == 204)
      let again = try await add(.mastercard, key: key, ann)
      #expect(again.status == 410 && again.code == "key_void")
      #expect(try await titles(ann) == ["Visa •••• 4242"])
    }
  }

  @Test("Another card with the same key, or another account's key, is refused with key_reused")
  func reused() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let key = UUID().uuidString
      #expect(try await add(.mastercard, key: key, ann).status == 201)
      #expect(try await add(.americanExpress, key: key, ann).code == "key_reused")
      #expect(try await add(.mastercard, key: key, ann, year: 2030).code == "key_reused")
      let bob = try await server.loggedIn("bob@example.com")
      #expect(try await add(.mastercard, key: key, bob).code == "key_reused")
      #expect(try await titles(bob) == ["Visa •••• 4242"])
    }
  }

  @Test("A refused card does not use up its key")
  func refused() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let key = UUID().uuidString
      #expect(try await add(.mastercard, key: key, ann, year: 2001).code == "card_expired")
      #expect(try await add(.mastercard, key: key, ann).status == 201)
    }
  }

  @Test("A key that is not a UUID is refused", arguments: ["", "1"])
  func noUUID(_ key: String) async throws {
    try await TestServer.serve { server in
      let answer = try await add(.mastercard, key: key, server.loggedIn())
      #expect(answer.status == 400 && answer.title.hasPrefix("Idempotency-Key"))
    }
  }
}
