import CausewayJSON
import CausewayJOSE
import Foundation
import OnsideMerchant
import SeededGenerator
import Testing

/// The Merchant API's token, on both sides, from Onside's description of purchase validation.
@Suite("The merchant's token, as Onside describes it") struct TokenTests {
  private let now = Date(timeIntervalSince1970: 1_769_860_800)

  private func claims(_ token: String, _ secret: String = TestMerchant.secret) throws -> JWTClaims {
    let jws = try JWS(parsing: token)
    return try JWTClaims(parsing: try jws.verified(with: .hs256(secret: Array(secret.utf8))))
  }

  /// Returns a valid token with some changes.
  private func token(
    algorithm: SigningKey? = nil, keyID: String? = "secret-1", secret: String = TestMerchant.secret,
    change: (inout JWTClaims) -> Void = { _ in }
  ) throws -> String {
    var claims = JWTClaims(
      issuer: "onside", subject: "merchant-1", audience: ["onside"], expiration: now + 30, notBefore: now, id: "1")
    change(&claims)
    let key = algorithm ?? .hs256(secret: Array(secret.utf8), keyID: keyID)
    return try key.sign(claims.json.jsonBytes, type: "JWT")
  }

  private func refusal(of token: String, at date: Date? = nil) -> MerchantTokenRefusal? {
    var verifier = MerchantTokenVerifier([TestMerchant.credentials])
    do throws(MerchantTokenRefusal) {
      _ = try verifier.merchant(of: token, at: date ?? now)
      return nil
    } catch {
      return error
    }
  }

  // MARK: The backend's token

  @Test("The header has the algorithm HS256 and the Secret Key ID as kid")
  func header() throws {
    let header = try JWS(parsing: try MerchantToken.make(TestMerchant.credentials, at: now)).header
    #expect(header.algorithm == .hs256)
    #expect(header.keyID == "secret-1")
  }

  @Test("The token is signed with the Merchant Secret, with aud and iss onside and the Merchant ID as sub")
  func parties() throws {
    let claims = try claims(try MerchantToken.make(TestMerchant.credentials, at: now))
    #expect(claims.audience == ["onside"])
    #expect(claims.issuer == "onside")
    #expect(claims.subject == "merchant-1")
  }

  @Test("exp and nbf are at most 30 s apart, whatever the time and the lifetime")
  func lifetime() throws {
    var generator = SeededGenerator()
    for _ in 0..<200 {
      let lifetime = Double.random(in: 1...30, using: &generator)
      let date = now + Double.random(in: 0...1000, using: &generator)
      let claims = try claims(try MerchantToken.make(TestMerchant.credentials, at: date, lifetime: lifetime))
      let start = try #require(claims.notBefore)
      let end = try #require(claims.expiration)
      #expect(start <= date && date < start + 1, "seed \(generator.seed)")
      #expect(end.timeIntervalSince(start) == lifetime.rounded(.down), "seed \(generator.seed)")
    }
    for lifetime in [0, 0.9, 30.1, -1, .infinity, .nan] {
      #expect(throws: MerchantTokenError.lifetimeOutOfRange) {
        try MerchantToken.make(TestMerchant.credentials, at: now, lifetime: lifetime)
      }
    }
  }

  @Test("jti is unique")
  func uniqueID() throws {
    let ids = try (0..<1000).map { _ in try claims(try MerchantToken.make(TestMerchant.credentials, at: now)).id }
    #expect(Set(ids).count == 1000)
    #expect(!ids.contains(nil))
  }

  @Test("The store chooses the secret, so a secret of any length but 0 is accepted", arguments: [1, 2, 31, 32, 4096])
  func shortSecret(_ count: Int) throws {
    let secret = String(repeating: "s", count: count)
    let credentials = MerchantCredentials(merchantID: "m", keyID: "k", secret: MerchantSecret(secret))
    let token = try MerchantToken.make(credentials, at: now)
    #expect(try claims(token, secret).subject == "m")
    var verifier = MerchantTokenVerifier([credentials])
    #expect(try verifier.merchant(of: token, at: now) == "m")
    #expect(credentials.secret.isLongEnough == (count >= 32))
  }

  @Test("An empty secret signs nothing")
  func emptySecret() throws {
    let credentials = MerchantCredentials(merchantID: "m", keyID: "k", secret: MerchantSecret(""))
    #expect(throws: MerchantTokenError.signing(.emptySecret)) { try MerchantToken.make(credentials, at: now) }
  }

  // MARK: The server's requirements

  @Test("A token that the backend creates is accepted")
  func taken() throws {
    var verifier = MerchantTokenVerifier([TestMerchant.credentials])
    for second in [0.0, 29, 30, 34.9] {
      let token = try MerchantToken.make(TestMerchant.credentials, at: now)
      #expect(try verifier.merchant(of: token, at: now + second) == "merchant-1")
    }
  }

  @Test("The algorithm must be HS256, even if a key of the key set signed the token")
  func algorithm() throws {
    #expect(refusal(of: try token(algorithm: TestKeys.rsa)) == .wrongAlgorithm(.rs256))
    #expect(refusal(of: try token(algorithm: TestKeys.p256)) == .wrongAlgorithm(.es256))
    #expect(refusal(of: "eyJhbGciOiJub25lIn0.e30.") == .malformed(.algorithmNone))
  }

  @Test("kid must be present and known")
  func keyID() throws {
    #expect(refusal(of: try token(keyID: nil)) == .missingKeyID)
    #expect(refusal(of: try token(keyID: "secret-2")) == .unknownKeyID)
  }

  @Test("The token must be signed with the Merchant Secret")
  func secret() throws {
    #expect(refusal(of: try token(secret: "another")) == .signature(.wrongSignature))
  }

  @Test("aud must be onside, and only onside")
  func audience() throws {
    #expect(refusal(of: try token { $0.audience = [] }) == .claims(.missing(.audience)))
    #expect(refusal(of: try token { $0.audience = ["offside"] }) == .claims(.wrongAudience))
    #expect(refusal(of: try token { $0.audience = ["onside", "other"] }) == .claims(.wrongAudience))
  }

  @Test("iss must be onside")
  func issuer() throws {
    #expect(refusal(of: try token { $0.issuer = nil }) == .claims(.missing(.issuer)))
    #expect(refusal(of: try token { $0.issuer = "Onside" }) == .claims(.wrongIssuer))
  }

  @Test("sub must be the merchant to whom the secret belongs")
  func subject() throws {
    #expect(refusal(of: try token { $0.subject = nil }) == .claims(.missing(.subject)))
    #expect(refusal(of: try token { $0.subject = "merchant-2" }) == .wrongSubject)
    let other = MerchantCredentials(
      merchantID: "merchant-2", keyID: "secret-2", secret: MerchantSecret(TestMerchant.otherSecret))
    var verifier = MerchantTokenVerifier([TestMerchant.credentials, other])
    #expect(try verifier.merchant(of: try MerchantToken.make(other, at: now), at: now) == "merchant-2")
    let posing = MerchantCredentials(
      merchantID: "merchant-1", keyID: "secret-2", secret: MerchantSecret(TestMerchant.otherSecret))
    #expect(throws: MerchantTokenRefusal.wrongSubject) {
      try verifier.merchant(of: try MerchantToken.make(posing, at: now), at: now)
    }
  }

  @Test("exp and nbf must be present")
  func times() throws {
    #expect(refusal(of: try token { $0.expiration = nil }) == .claims(.missing(.expiration)))
    #expect(refusal(of: try token { $0.notBefore = nil }) == .claims(.missing(.notBefore)))
  }

  @Test("exp and nbf must be at most 30 s apart")
  func distance() throws {
    #expect(refusal(of: try token { $0.expiration = now + 30.001 }) == .wrongLifetime)
    #expect(refusal(of: try token { $0.expiration = now + 3600 }) == .wrongLifetime)
    #expect(refusal(of: try token { $0.expiration = now }) == .wrongLifetime)
    #expect(refusal(of: try token { $0.expiration = now + 30 }) == nil)
  }

  @Test("A token that has expired is refused, after 5 s of leeway")
  func expired() throws {
    let token = try token()
    #expect(refusal(of: token, at: now + 34.9) == nil)
    #expect(refusal(of: token, at: now + 35) == .claims(.expired))
  }

  @Test("A token that is not valid yet is refused, with 5 s of leeway")
  func notYetValid() throws {
    let token = try token()
    #expect(refusal(of: token, at: now - 5) == nil)
    #expect(refusal(of: token, at: now - 5.1) == .claims(.notYetValid))
  }

  @Test("jti must be present")
  func missingID() throws {
    #expect(refusal(of: try token { $0.id = nil }) == .claims(.missing(.id)))
  }

  @Test("jti must be new while its token is valid")
  func replay() throws {
    var verifier = MerchantTokenVerifier([TestMerchant.credentials])
    let token = try token()
    #expect(try verifier.merchant(of: token, at: now) == "merchant-1")
    #expect(throws: MerchantTokenRefusal.replay(.replayed)) { try verifier.merchant(of: token, at: now + 1) }
    #expect(throws: MerchantTokenRefusal.replay(.replayed)) { try verifier.merchant(of: token, at: now + 34) }
    #expect(throws: MerchantTokenRefusal.claims(.expired)) { try verifier.merchant(of: token, at: now + 35) }
  }
}
