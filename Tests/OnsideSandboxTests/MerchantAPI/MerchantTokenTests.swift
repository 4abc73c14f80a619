import CausewayJOSE
import CausewayJSON
import Foundation
import OnsideMerchant
import Testing

@testable import OnsideSandbox

@Suite("Merchant tokens at the store") struct MerchantTokenTests {
  /// Returns a token as Onside's documents require it, with some claims replaced, or removed if they are null.
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

  @Test("A token of HS256 with kid, aud, iss, sub, nbf, exp and jti is accepted")
  func taken() async throws {
    try await TestServer.serve { server async throws in
      #expect(try await Self.ask(server, Self.token(server)).status == 404)
    }
  }

  @Test(
    "A token that violates a rule is refused with the reason of that rule",
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

  @Test("A jti is accepted once")
  func replay() async throws {
    try await TestServer.serve { server in
      let token = try Self.token(server)
      #expect(try await Self.ask(server, token).status == 404)
      let again = try await Self.ask(server, token)
      #expect(again.status == 401 && again.json["reason"] == "replayed_jti")
    }
  }

  @Test("Until the token expires, a jti is accepted only once, even after the store was closed")
  func replayAfterRestart() async throws {
    let test = try TestStore()
    let store = try test.open()
    let token = try MerchantToken.make(store.merchant.credentials, at: test.time.now)
    try await store.admitMerchant(token)
    await store.close()
    let reopened = try test.open()
    let again = await #expect(throws: SandboxProblem.self) { try await reopened.admitMerchant(token) }
    #expect(again?.code == .invalidToken && again?.reason == "replayed_jti")
    test.time.pass(60)
    let expired = await #expect(throws: SandboxProblem.self) { try await reopened.admitMerchant(token) }
    #expect(expired?.reason == "expired")
    try await reopened.admitMerchant(MerchantToken.make(store.merchant.credentials, at: test.time.now))
    #expect(try await reopened.usedTokens() == 1)
  }

  /// The token's expiry time is `end` seconds after a whole second, and the second request is `late` seconds late. Some
  /// of these values are not whole milliseconds.
  @Test(
    "A token that expires while its request waits is refused, and never accepted twice",
    arguments: [(0, 0.001), (0, 0), (0.0004, 0.0002), (0.0006, 0.0008), (0.4996, 0.4994)])
  func expiryWhileWaiting(end: TimeInterval, late: TimeInterval) async throws {
    let test = try TestStore()
    let store = try test.open()
    let now = test.time.now
    let credentials = store.merchant.credentials
    let claims: JSONObject = [
      "iss": "onside", "aud": "onside", "sub": .string(credentials.merchantID),
      "nbf": .number(now.timeIntervalSince1970), "exp": .number(now.timeIntervalSince1970 + 10 + end),
      "jti": .string(UUID().uuidString),
    ]
    let signing = SigningKey.hs256(secret: credentials.secret.bytes, keyID: credentials.keyID)
    let token = try signing.sign(JSONValue.object(claims).jsonBytes, type: "JWT")
    // The verifier's leeway is 5 seconds, so it accepts the token for 15 seconds.
    test.time.pass(15 - 0.002)
    try await store.admitMerchant(token)
    test.time.pass(0.002 + late, afterReading: true)
    let again = await #expect(throws: SandboxProblem.self) { try await store.admitMerchant(token) }
    #expect(again?.code == .invalidToken)
    #expect(["expired", "replayed_jti"].contains(again?.reason))
    // The first refusal must not change the store in a way that lets a third request pass.
    await #expect(throws: SandboxProblem.self) { try await store.admitMerchant(token) }
  }

  @Test("A used token is not accepted again if the clock is set back", arguments: [false, true])
  func clockThatIsSetBack(isRestarted: Bool) async throws {
    let test = try TestStore()
    var store = try test.open()
    let used = try MerchantToken.make(store.merchant.credentials, at: test.time.now)
    try await store.admitMerchant(used)
    test.time.pass(60)
    // When the store accepts this token, it forgets the first token, which has expired.
    try await store.admitMerchant(MerchantToken.make(store.merchant.credentials, at: test.time.now))
    #expect(try await store.usedTokens() == 1)
    test.time.pass(-60)
    if isRestarted {
      await store.close()
      store = try test.open()
    }
    let again = await #expect(throws: SandboxProblem.self) { try await store.admitMerchant(used) }
    #expect(again?.code == .invalidToken && again?.reason == "clock_set_back")
    #expect(again?.title.contains("set back") == true, "\(String(describing: again))")
    // A token that expires later than every forgotten token cannot be one of them, so the store accepts it.
    test.time.pass(1)
    try await store.admitMerchant(MerchantToken.make(store.merchant.credentials, at: test.time.now))
  }

  @Test("No new token is refused if the clock is set back by less than a token's lifetime") func smallCorrection()
    async throws
  {
    let test = try TestStore()
    let store = try test.open()
    for seconds in [0, -2, 1, -3] as [TimeInterval] {
      test.time.pass(seconds)
      try await store.admitMerchant(MerchantToken.make(store.merchant.credentials, at: test.time.now))
    }
  }

  @Test("If no further jti can be stored, none is accepted until others have expired")
  func full() async throws {
    let test = try TestStore()
    let store = try test.open()
    try await store.useTokens(UsedTokenRecords.capacity, until: test.time.now + 30)
    let token = try MerchantToken.make(store.merchant.credentials, at: test.time.now)
    let refusal = await #expect(throws: SandboxProblem.self) { try await store.admitMerchant(token) }
    #expect(refusal?.reason == "jti_not_remembered")
    test.time.pass(31)
    try await store.admitMerchant(MerchantToken.make(store.merchant.credentials, at: test.time.now))
  }

  @Test("Requests with a missing, wrong or used token do not count against the merchant's rate limit")
  func starving() async throws {
    try await TestServer.serve {
      $0.merchantRate = RequestRate(perSecond: 0.001, burst: 2)
    } _: { server in
      let token = try Self.token(server)
      #expect(try await Self.ask(server, token).status == 404)
      for refused in [nil, "AAAA", token, try Self.token(server, ["aud": "else"])] {
        #expect(try await Self.ask(server, refused).status == 401)
      }
      #expect(try await Self.ask(server, Self.token(server)).status == 404)
      let late = try Self.token(server)
      #expect(try await Self.ask(server, late).status == 429)
      // A token that was refused with 429 does not count as used, so the answer is the same again.
      server.test.time.pass(10)
      #expect(try await Self.ask(server, late).status == 429)
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

  @Test("A missing, unreadable or unsigned token is refused")
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
