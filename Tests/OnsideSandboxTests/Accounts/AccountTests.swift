import CausewayJSON
import Foundation
import Testing

@testable import OnsideSandbox

@Suite("Payment methods") struct PaymentMethodTests {
  private static let path = "/app-api/v1/payment-methods"

  /// Returns the last four digits of each card, with a star after the default card.
  private func cards(_ client: TestClient) async throws -> [String] {
    let methods = try await client.get(Self.path).json["payment_methods"]?.arrayValue ?? []
    return methods.map { "\($0["title"]?.stringValue?.suffix(4) ?? "")\($0["is_default"] == true ? "*" : "")" }
  }

  private func id(_ client: TestClient, _ index: Int) async throws -> String {
    try await client.get(Self.path).json["payment_methods"]?[index]?["id"]?.stringValue ?? ""
  }

  @Test("A new account has a test card that pays")
  func first() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let method = try await ann.get(Self.path).json["payment_methods"]?[0]
      #expect(method?["title"] == "Visa •••• 4242" && method?["detail"] == "Test card that pays")
      #expect(try await cards(ann) == ["4242*"])
    }
  }

  @Test("A test card, with or without spaces, is added once and becomes the default card")
  func added() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let answer = try await ann.post(Self.path, ["card_number": "4000 0000 0000 0002"])
      #expect(answer.status == 201 && answer.json["is_default"] == true)
      #expect(try await ann.post(Self.path, ["card_number": "4000000000009995"]).status == 201)
      #expect(try await cards(ann) == ["4242", "0002", "9995*"])
      #expect(try await ann.post(Self.path, ["card_number": "4000000000000002"]).json == answer.json)
      #expect(try await cards(ann) == ["4242", "0002*", "9995"])
    }
  }

  @Test("Other cards are refused with unknown_card", arguments: ["4111111111111111", "", "4242-4242-4242-4242"])
  func unknown(_ number: String) async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let answer = try await ann.post(Self.path, ["card_number": .string(number)])
      #expect(answer.status == 422 && answer.code == "unknown_card")
      #expect(number.isEmpty || !answer.title.contains(number))
    }
  }

  @Test("A card's expiry is stored, but not its number or security code; an expired card is refused")
  func expiry() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      var card: JSONObject = [
        "card_number": "5555 5555 5555 4444", "expiry_month": 4, "expiry_year": 2029, "security_code": "737",
      ]
      let added = try await ann.post(Self.path, .object(card))
      #expect(added.status == 201 && added.json["title"] == "Mastercard •••• 4444")
      #expect(added.json["detail"] == "Test card that pays, expires 04/29")
      let files = try FileManager.default.contentsOfDirectory(at: server.test.url, includingPropertiesForKeys: nil)
      let stored = files.filter { $0.lastPathComponent.hasPrefix("store.sqlite") }
      #expect(!stored.isEmpty)
      for file in stored {
        let data = try Data(contentsOf: file)
        // Searches for the code as a JSON value, because its three digits alone can be part of a time or an identifier.
        for text in ["555555555555", "\"737\"", ":737"] { #expect(data.range(of: Data(text.utf8)) == nil) }
      }
      card["expiry_year"] = 2025
      let expired = try await ann.post(Self.path, .object(card))
      #expect(expired.status == 422 && expired.code == "card_expired")
      card["expiry_year"] = nil
      #expect(try await ann.post(Self.path, .object(card)).code == "bad_request")
    }
  }

  @Test(
    "An invalid expiry or security code is refused",
    arguments: [
      ["expiry_month": 13, "expiry_year": 2029], ["expiry_month": 4, "expiry_year": 29],
      ["expiry_month": "4", "expiry_year": 2029], ["security_code": "12"], ["security_code": "12a"],
      ["security_code": 123],
    ] as [JSONObject])
  func wrong(_ members: JSONObject) async throws {
    try await TestServer.serve { server in
      var card = members
      card["card_number"] = "4242424242424242"
      let answer = try await server.loggedIn().post(Self.path, .object(card))
      #expect(answer.status == 400 && answer.code == "bad_request")
    }
  }

  @Test("Another card can be made the default one")
  func used() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      _ = try await ann.post(Self.path, ["card_number": "4000000000000002"])
      #expect(try await ann.put(Self.path + "/\(id(ann, 0))/default").status == 204)
      #expect(try await cards(ann) == ["4242*", "0002"])
    }
  }

  @Test("A card is removed; if it was the default one, the card that was added last becomes the default")
  func removed() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      _ = try await ann.post(Self.path, ["card_number": "4000000000000002"])
      _ = try await ann.post(Self.path, ["card_number": "4000000000009995"])
      #expect(try await ann.delete(Self.path + "/\(id(ann, 2))").status == 204)
      #expect(try await cards(ann) == ["4242", "0002*"])
      #expect(try await ann.delete(Self.path + "/\(id(ann, 0))").status == 204)
      #expect(try await cards(ann) == ["0002*"])
      #expect(try await ann.delete(Self.path + "/\(id(ann, 0))").status == 204)
      #expect(try await ann.buy(TestShop.coins).code == "declined")
    }
  }

  @Test("No account can see, use or remove another account's card")
  func others() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let bob = try await server.loggedIn("bob@example.com")
      let id = try await id(ann, 0)
      #expect(try await bob.put(Self.path + "/\(id)/default").code == "not_found")
      let refusal = try await bob.delete(Self.path + "/\(id)")
      #expect(refusal.code == "not_found")
      #expect(refusal.json["title"] == "The account has no payment method with the id in the path")
      #expect(try await cards(ann) == ["4242*"])
      #expect(try await cards(bob) == ["4242*"])
    }
  }
}

@Suite("Events and attribution") struct EventTests {
  private static let path = "/app-api/v1/events"

  private func event(_ id: UUID, _ name: String = "opened") -> JSONValue {
    [
      "id": .string(id.uuidString), "name": .string(name), "time": "2026-01-31T12:00:00.5+01:00",
      "parameters": ["screen": "shop", "coins": 3, "tags": ["a", true]],
    ]
  }

  @Test("Events are stored on disk, and an event with a known id is dropped")
  func tracked() async throws {
    try await TestServer.serve { server in
      let (one, two) = (UUID(), UUID())
      let client = server.client()
      #expect(try await client.post(Self.path, ["events": [event(one), event(two)]]).status == 204)
      #expect(try await client.post(Self.path, ["events": [event(two, "again"), event(UUID())]]).status == 204)
      let events = try await server.store.run { try $0.events.tracked(by: TestStore.app) }
      #expect(events.map(\.name) == ["opened", "opened", "opened"])
      #expect(events[0].id == one.uuidString.lowercased() && events[0].time == "2026-01-31T12:00:00.5+01:00")
      #expect(events[0].parameters == ["screen": "shop", "coins": 3, "tags": ["a", true]])
      #expect(try await server.store.run { try $0.events.tracked(by: TestStore.otherApp).isEmpty })
    }
  }

  @Test("A batch with one invalid event is refused as a whole, with the event's position")
  func wrong() async throws {
    try await TestServer.serve { server in
      var bad = event(UUID()).objectValue ?? [:]
      for (name, value) in [
        ("id", "1"), ("name", ""), ("name", .string(String(repeating: "x", count: 41))), ("time", "yesterday"),
        ("parameters", []),
      ] as [(String, JSONValue)] {
        let before = bad
        bad[name] = value
        let answer = try await server.client().post(Self.path, ["events": [event(UUID()), .object(bad)]])
        #expect(answer.status == 400 && answer.title.hasPrefix("events[1].\(name):"))
        bad = before
      }
      #expect(try await server.store.run { try $0.events.tracked(by: TestStore.app).isEmpty })
    }
  }

  @Test("A batch has at most 1,000 events")
  func most() async throws {
    try await TestServer.serve { server async throws in
      let events = (0...1000).map { _ in event(UUID()) }
      #expect(try await server.client().post(Self.path, ["events": .array(Array(events.prefix(1000)))]).status == 204)
      #expect(try await server.client().post(Self.path, ["events": .array(events)]).status == 400)
    }
  }

  @Test("The attribution is the value that the tester has set; null without one")
  func attribution() async throws {
    try await TestServer.serve { server async throws in
      let client = server.client()
      #expect(try await client.get("/app-api/v1/attribution").json == ["referer_url": nil])
      let url: JSONValue = ["referer_url": "https://example.com/ad?x=1"]
      #expect(try await client.put("/sandbox/attribution", url).status == 204)
      #expect(try await client.get("/app-api/v1/attribution").json == url)
      #expect(try await client.put("/sandbox/attribution", ["referer_url": nil]).status == 204)
      #expect(try await client.get("/app-api/v1/attribution").json == ["referer_url": nil])
      for wrong in ["", "no address", 1, .string("x:" + String(repeating: "a", count: 2048))] as [JSONValue] {
        #expect(try await client.put("/sandbox/attribution", ["referer_url": wrong]).status == 400)
      }
    }
  }
}
