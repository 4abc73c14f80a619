import CausewayJSON
import Foundation
import Testing

@testable import OnsideSandbox

@Suite("Login codes: their apps, and their messages in the inbox") struct LoginCodeOfAppTests {
  private static let codes = "/app-api/v1/login-codes"
  private static let sessions = "/app-api/v1/sessions"
  private static let ann: JSONValue = ["email": "ann@example.com"]

  private func body(_ message: JSONValue?) -> JSONValue {
    ["login_code": message?["id"] ?? nil, "code": message?["code"] ?? nil]
  }

  @Test("A code is valid only in the app for which it was sent")
  func ofItsApp() async throws {
    try await TestServer.serve { server in
      let (shop, other) = (server.client(), server.client(app: TestStore.otherApp))
      _ = try await shop.post(Self.codes, Self.ann)
      let message = try await shop.get("/sandbox/inbox").json["messages"]?[0]
      let refused = try await other.post(Self.sessions, body(message))
      #expect(refused.status == 410 && refused.code == "code_expired")
      #expect(try await shop.post(Self.sessions, body(message)).status == 201)
    }
  }

  @Test("A code for one app does not change or count against the codes for another app")
  func counts() async throws {
    try await TestServer.serve { server in
      let (shop, other) = (server.client(), server.client(app: TestStore.otherApp))
      let first = try await shop.post(Self.codes, Self.ann)
      let second = try await other.post(Self.codes, Self.ann)
      #expect(first.json["id"] != second.json["id"])
      let messages = try await shop.get("/sandbox/inbox").json["messages"]?.arrayValue ?? []
      #expect(messages.count == 2)
      for (client, sent) in [(shop, first), (other, second)] {
        let message = messages.first { $0["id"] == sent.json["id"] }
        #expect(try await client.post(Self.sessions, body(message)).status == 201)
      }
      for _ in 0..<5 {
        #expect(try await shop.post(Self.codes, Self.ann).status == 201)
        server.test.time.pass(60)
      }
      #expect(try await shop.post(Self.codes, Self.ann).code == "too_many_codes")
      #expect(try await other.post(Self.codes, Self.ann).status == 201)
    }
  }

  @Test(
    "The inbox finds an address with a plus sign, percent-encoded or not",
    arguments: [
      "ann+news@example.com", "ann%2Bnews@example.com", "+491701234567", "%2B491701234567", "+49%20170%201234567",
    ])
  func plus(to: String) async throws {
    try await TestServer.serve { server in
      let client = server.client()
      _ = try await client.post(Self.codes, ["email": "ann+news@example.com"])
      _ = try await client.post(Self.codes, ["phone": "+49 170 1234567"])
      #expect(try await client.get("/sandbox/inbox?to=\(to)").json["messages"]?.arrayValue?.count == 1)
    }
  }

  @Test("The inbox shows a code's sending time by the store's clock, and its remaining lifetime in real time")
  func times() async throws {
    try await TestServer.serve { server in
      let client = server.client()
      _ = try await client.post("/sandbox/clock", ["advance_seconds": 86_400, "rate": 60])
      _ = try await client.post(Self.codes, Self.ann)
      server.test.time.pass(100)
      let message = try await client.get("/sandbox/inbox").json["messages"]?[0]
      #expect(message?["sent_at"] == "2026-02-01T12:00:00Z")
      #expect(message?["expires_in"] == 500)
      #expect(try await client.get("/inbox").text.contains("Sent 1 Feb 2026, 12:00:00 UTC · expires in 8 minutes"))
    }
  }
}
