import CausewayJOSE
import CausewayJSON
import Foundation
import Testing

/// Tokens that are expired, not yet valid, or replayed.
@Suite("Attacks on a JWT") struct JWTAttackTests {
  private static let now = Date(timeIntervalSince1970: 1_700_000_000)

  private func claims(_ json: String) throws -> JWTClaims { try JWTClaims(parsing: json.utf8) }

  @Test(
    "Expired: from exp on", arguments: [(1_700_000_000.0, true), (1_699_999_999, true), (1_700_000_000.001, false)])
  func expired(expiration: Double, isRefused: Bool) throws {
    let claims = JWTClaims(expiration: Date(timeIntervalSince1970: expiration))
    if isRefused {
      #expect(throws: JWTError.expired) { try claims.check(at: Self.now) }
    } else {
      #expect(throws: Never.self) { try claims.check(at: Self.now) }
    }
  }

  @Test("Not yet valid: before nbf")
  func notYetValid() throws {
    let claims = JWTClaims(notBefore: Self.now)
    #expect(throws: Never.self) { try claims.check(at: Self.now) }
    #expect(throws: JWTError.notYetValid) { try claims.check(at: Self.now - 0.001) }
  }

  @Test("The leeway extends both limits")
  func leeway() throws {
    let claims = JWTClaims(expiration: Self.now + 30, notBefore: Self.now)
    #expect(throws: Never.self) { try claims.check(at: Self.now + 34.9, leeway: 5) }
    #expect(throws: JWTError.expired) { try claims.check(at: Self.now + 35, leeway: 5) }
    #expect(throws: Never.self) { try claims.check(at: Self.now - 5, leeway: 5) }
    #expect(throws: JWTError.notYetValid) { try claims.check(at: Self.now - 5.1, leeway: 5) }
  }

  @Test("A token with another issuer or another audience")
  func strangers() throws {
    let claims = JWTClaims(issuer: "store", audience: ["one", "two"])
    #expect(throws: Never.self) { try claims.check(at: Self.now, issuer: "store", audience: "two") }
    #expect(throws: JWTError.wrongIssuer) { try claims.check(at: Self.now, issuer: "Store") }
    #expect(throws: JWTError.wrongAudience) { try claims.check(at: Self.now, audience: "three") }
    #expect(throws: JWTError.missing(.issuer)) { try JWTClaims().check(at: Self.now, issuer: "store") }
    #expect(throws: JWTError.missing(.audience)) { try JWTClaims().check(at: Self.now, audience: "one") }
  }

  @Test("A required claim that is missing", arguments: JWTError.Claim.allCases)
  func missing(claim: JWTError.Claim) throws {
    let date = Self.now
    var all = JWTClaims(
      issuer: "a", subject: "b", audience: ["c"], expiration: date + 1, notBefore: date, issuedAt: date, id: "d")
    try all.check(at: date, requiring: Set(JWTError.Claim.allCases))
    var json = all.json.objectValue ?? [:]
    json[claim.rawValue] = nil
    all = try claims(JSONValue.object(json).json)
    #expect(throws: JWTError.missing(claim)) { try all.check(at: date, requiring: [claim]) }
    #expect(throws: Never.self) { try all.check(at: date) }
  }

  @Test("Replayed: each jti is admitted once, until it expires")
  func replayed() throws {
    var seen = ReplayGuard(capacity: 10)
    try seen.admit("one", until: Self.now + 30, at: Self.now)
    #expect(throws: ReplayError.replayed) { try seen.admit("one", until: Self.now + 30, at: Self.now) }
    #expect(throws: ReplayError.replayed) { try seen.admit("one", until: Self.now + 60, at: Self.now + 29.9) }
    // The check of the claims already refuses an expired token, but the guard must refuse it as well.
    #expect(throws: ReplayError.expired) { try seen.admit("one", until: Self.now + 30, at: Self.now + 30) }
    #expect(seen.count == 0)
  }
}
