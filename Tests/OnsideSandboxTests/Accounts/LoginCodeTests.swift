import CausewayJSON
import Foundation
import Testing

@testable import OnsideSandbox

@Suite("Login codes") struct LoginCodeTests {
  private static let codes = "/app-api/v1/login-codes"
  private static let sessions = "/app-api/v1/sessions"
  private static let ann: JSONValue = ["email": "ann@example.com"]

  private func body(_ sent: Answer, _ code: JSONValue?) -> JSONValue {
    ["login_code": sent.json["id"] ?? nil, "code": code ?? nil]
  }

  private func wrong(_ code: JSONValue?) -> JSONValue { code == "000000" ? "000001" : "000000" }

  /// Returns the code of the newest message.
  private func code(in client: TestClient, to: String = "") async throws -> JSONValue? {
    try await client.get("/sandbox/inbox\(to)").json["messages"]?.arrayValue?.first?["code"]
  }

  @Test("A code is sent to the inbox, and can be used once")
  func logsIn() async throws {
    try await TestServer.serve { server in
      let client = server.client()
      let sent = try await client.post(Self.codes, Self.ann)
      #expect(sent.status == 201 && sent.json["digits"] == 6)
      #expect(sent.json["expires_in"] == 600 && sent.json["resend_in"] == 30)
      #expect(sent.json.objectValue?.keys.contains("code") == false)
      let message = try await client.get("/sandbox/inbox").json["messages"]?[0]
      #expect(message?["id"] == sent.json["id"] && message?["to"] == "ann@example.com")
      #expect(message?["sent_at"] == "2026-01-31T12:00:00Z" && message?["expires_in"] == 600)
      let body = body(sent, message?["code"])
      #expect(try await client.post(Self.sessions, body).status == 201)
      let again = try await client.post(Self.sessions, body)
      #expect(again.status == 410 && again.code == "code_expired")
      #expect(try await client.get("/sandbox/inbox").json["messages"] == [])
    }
  }

  @Test("Wrong digits are refused with the number of remaining tries, and after five the code is void")
  func wrongDigits() async throws {
    try await TestServer.serve { server in
      let client = server.client()
      let sent = try await client.post(Self.codes, Self.ann)
      let code = try await self.code(in: client)
      for left in [4, 3, 2, 1] {
        let answer = try await client.post(Self.sessions, body(sent, wrong(code)))
        #expect(answer.status == 422 && answer.code == "wrong_code")
        #expect(answer.json["attempts_left"] == .number(Double(left)))
      }
      #expect(try await client.post(Self.sessions, body(sent, wrong(code))).code == "code_expired")
      #expect(try await client.post(Self.sessions, body(sent, code)).code == "code_expired")
    }
  }

  @Test("A code expires after 600 s, or when the store is restarted")
  func expires() async throws {
    let test = try TestStore()
    var server = try TestServer(test)
    let sent = try await server.client().post(Self.codes, Self.ann)
    let code = try await self.code(in: server.client())
    test.time.pass(600)
    #expect(try await server.client().post(Self.sessions, body(sent, code)).code == "code_expired")
    let later = try await server.client().post(Self.codes, Self.ann)
    let second = try await self.code(in: server.client())
    await server.server.stop()
    server = try TestServer(test)
    #expect(try await server.client().post(Self.sessions, body(later, second)).code == "code_expired")
    await server.server.stop()
  }

  @Test("Within 30 s the same code stays valid; later, a new code makes it void")
  func resend() async throws {
    try await TestServer.serve { server in
      let client = server.client()
      let first = try await client.post(Self.codes, Self.ann)
      let code = try await self.code(in: client)
      server.test.time.pass(10)
      let same = try await client.post(Self.codes, ["email": "ANN@example.com"])
      #expect(same.json["id"] == first.json["id"] && same.json["resend_in"] == 20)
      server.test.time.pass(20)
      let other = try await client.post(Self.codes, Self.ann)
      #expect(other.json["id"] != first.json["id"])
      #expect(try await client.post(Self.sessions, body(first, code)).code == "code_expired")
    }
  }

  @Test("At most five codes are sent to an address within an hour; a login resets the count")
  func tooMany() async throws {
    try await TestServer.serve { server in
      let client = server.client()
      for _ in 0..<5 {
        #expect(try await client.post(Self.codes, Self.ann).status == 201)
        server.test.time.pass(60)
      }
      let refused = try await client.post(Self.codes, Self.ann)
      #expect(refused.status == 429 && refused.code == "too_many_codes")
      #expect(refused.fields["retry-after"] == "3300" && refused.json["retry_after"] == 3300)
      #expect(try await client.post(Self.codes, ["phone": "+491701234567"]).status == 201)
      let code = try await client.get("/sandbox/inbox?to=ann@example.com").json["messages"]?[0]
      let body: JSONValue = ["login_code": code?["id"] ?? nil, "code": code?["code"] ?? nil]
      #expect(try await client.post(Self.sessions, body).status == 201)
      #expect(try await client.post(Self.codes, Self.ann).status == 201)
    }
  }

  @Test("The inbox finds the messages of an address in any spelling")
  func inbox() async throws {
    try await TestServer.serve { server in
      let client = server.client()
      _ = try await client.post(Self.codes, Self.ann)
      _ = try await client.post(Self.codes, ["phone": "+49 170 1234567"])
      for (to, count) in [
        ("?to=Ann@Example.com", 1), ("?to=%2B49(170)1234567", 1), ("?to=bob@example.com", 0), ("", 2), ("?to=", 0),
      ] {
        let messages = try await client.get("/sandbox/inbox\(to)").json["messages"]?.arrayValue
        #expect(messages?.count == count, "\(to)")
      }
    }
  }

  @Test(
    "A login uses either a code or a login on the sign-in page",
    arguments: [
      [:], ["login_code": "x", "code": "123456"], ["login_code": "9b2f0f0e-6d9c-4a46-9a3c-1d4c9f2e8a11"],
      ["login_code": "9b2f0f0e-6d9c-4a46-9a3c-1d4c9f2e8a11", "code": "12345"],
      ["login_code": "9b2f0f0e-6d9c-4a46-9a3c-1d4c9f2e8a11", "code": "12345a"],
      ["login_code": "9b2f0f0e-6d9c-4a46-9a3c-1d4c9f2e8a11", "code": 123456],
      ["login_code": "9b2f0f0e-6d9c-4a46-9a3c-1d4c9f2e8a11", "code": "123456", "sign_in": "1"],
      ["email": "ann@example.com"], ["provider": "apple"], ["sign_in": true], ["sign_in": "1", "code": "1"],
      ["sign_in": "1", "code": "1", "code_verifier": "short"],
    ] as [JSONValue])
  func refused(_ body: JSONValue) async throws {
    try await TestServer.serve { server in
      let answer = try await server.client().post(Self.sessions, body)
      #expect(answer.status == 400 && answer.code == "bad_request")
    }
  }

  @Test("No code is in the log")
  func log() async throws {
    try await TestServer.serve { server in
      let client = server.client()
      let sent = try await client.post(Self.codes, Self.ann)
      let code = try await self.code(in: client)
      _ = try await client.post(Self.sessions, body(sent, wrong(code)))
      _ = try await client.post(Self.sessions, body(sent, code))
      let log = server.log.lines.joined(separator: "\n")
      #expect(server.log.lines.count == 4)
      #expect(!log.contains(code?.stringValue ?? "code") && !log.contains(sent.json["id"]?.stringValue ?? "id"))
    }
  }
}
