import Causeway
import CausewayJOSE
import Foundation
import OnsideMerchant
import Testing

@testable import OnsideSandbox

@Suite("Merchant tokens at the store") struct MerchantTokenTests {
  /// A token as the brief wants it, with some of its claims replaced, or left out if they are null.
  private static func token(
    _ server: TestServer, _ changes: JSONObject = [:], key: SigningKey? = nil
  ) throws -> String {
    let credentials = server.store.merchant.credentials
    let now = server.test.time.now.timeIntervalSince1970.rounded(.down)
    var claims: JSONObject = [
      "iss": "onside", "aud": "onside", "sub": .string(credentials.merchantID), "nbf": .number(now),
      "exp": .number(now + 30), "jti": .string(UUID().uuidString),
    ]
    for (name, value) in changes {
      if value.isNull { _ = claims.removeValue(forKey: name) } else { claims[name] = value }
    }
    let signing = key ?? .hs256(secret: credentials.secret.bytes, keyID: credentials.keyID)
    return try signing.sign(JSONValue.object(claims).jsonBytes, type: "JWT")
  }

  private static func ask(_ server: TestServer, _ token: String?) async throws -> Answer {
    var client = server.client(app: nil)
    client.token = token
    return try await client.get("/merchant-api/v1/purchases/in-app/history/\(UUID().uuidString)")
  }

  @Test("A token of HS256 with kid, aud, iss, sub, nbf, exp and jti is taken")
  func taken() async throws {
    try await TestServer.serve { server async throws in
      #expect(try await Self.ask(server, Self.token(server)).status == 404)
    }
  }

  @Test(
    "Each rule has a reason of its own",
    arguments: [
      (["aud": "else"], "wrong_aud"), (["iss": "else"], "wrong_iss"), (["sub": "else"], "wrong_sub"),
      (["jti": nil], "missing_jti"), (["exp": nil], "missing_exp"), (["nbf": nil], "missing_nbf"),
      (["exp": 1, "nbf": 0], "expired"), (["nbf": 4_000_000_000, "exp": 4_000_000_010], "not_yet_valid"),
      (["exp": 4_000_000_000], "wrong_lifetime"), (["exp": "soon"], "malformed_exp"),
    ] as [(JSONObject, String)])
  func claims(_ changes: JSONObject, _ reason: String) async throws {
    try await TestServer.serve { server in
      let answer = try await Self.ask(server, Self.token(server, changes))
      #expect(answer.status == 401 && answer.code == "invalid_token")
      #expect(answer.json["reason"] == .string(reason))
    }
  }

  @Test("A jti is taken once")
  func replay() async throws {
    try await TestServer.serve { server in
      let token = try Self.token(server)
      #expect(try await Self.ask(server, token).status == 404)
      let again = try await Self.ask(server, token)
      #expect(again.status == 401 && again.json["reason"] == "replayed_jti")
    }
  }

  @Test("Another secret, another kid, no kid and another algorithm are refused")
  func keys() async throws {
    try await TestServer.serve { server in
      let credentials = server.store.merchant.credentials
      let secret = credentials.secret.bytes
      for (key, reason) in [
        (SigningKey.hs256(secret: Array(secret.reversed()), keyID: credentials.keyID), "wrong_signature"),
        (.hs256(secret: secret, keyID: "else"), "unknown_kid"), (.hs256(secret: secret), "missing_kid"),
        (try .generate(.es256, keyID: credentials.keyID), "wrong_algorithm"),
      ] {
        let answer = try await Self.ask(server, Self.token(server, key: key))
        #expect(answer.status == 401 && answer.json["reason"] == .string(reason))
      }
    }
  }

  @Test("No token, one that cannot be read, and an unsigned one are refused")
  func unreadable() async throws {
    try await TestServer.serve { server in
      let unsigned = "\(Base64URL.encode(Array(#"{"alg":"none"}"#.utf8))).\(Base64URL.encode(Array("{}".utf8)))."
      for (token, reason) in [(nil, "missing"), ("AAAA", "malformed"), (unsigned, "malformed")] as [(String?, String)] {
        let answer = try await Self.ask(server, token)
        #expect(answer.status == 401 && answer.json["reason"] == .string(reason))
        #expect(answer.fields["www-authenticate"] == "Bearer")
      }
    }
  }
}
