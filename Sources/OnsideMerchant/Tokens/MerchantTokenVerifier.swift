import CausewayJOSE
import Foundation

/// The server's verifier of Merchant API tokens. Each rule for tokens has a separate error.
///
/// The verifier remembers the `jti` of each token until the token has expired, because a token may be used only once.
public struct MerchantTokenVerifier: Sendable {
  /// The maximum length of a token, in bytes. Real tokens have a few hundred bytes.
  private static let maximumBytes = 4096

  /// The accepted difference between the clocks of merchant and server, in seconds.
  public let leeway: TimeInterval
  private let merchants: [String: Merchant]
  private var used: ReplayGuard

  private struct Merchant {
    let id: String
    let key: VerificationKey
  }

  /// Creates a verifier for these credentials. If two credentials have the same key ID, the later ones are used.
  ///
  /// - Parameter capacity: The maximum number of tokens that the verifier remembers at once.
  public init(_ credentials: [MerchantCredentials], leeway: TimeInterval = 5, capacity: Int = 100_000) {
    merchants = Dictionary(
      credentials.map { ($0.keyID, Merchant(id: $0.merchantID, key: .hs256(secret: $0.secret.bytes))) },
      uniquingKeysWith: { $1 })
    self.leeway = leeway
    used = ReplayGuard(capacity: capacity)
  }

  /// Verifies a token and marks it as used.
  ///
  /// - Returns: The Merchant ID.
  /// - Throws: ``MerchantTokenRefusal``. A refused token is not marked as used.
  public mutating func merchant(of token: String, at now: Date) throws(MerchantTokenRefusal) -> String {
    let token = try unused(token, at: now)
    do throws(ReplayError) {
      try used.admit(token.id, until: token.end, at: now)
    } catch {
      throw .replay(error)
    }
    return token.merchantID
  }

  /// A token that satisfies every rule except single use, which is not checked yet.
  package struct Token: Hashable, Sendable {
    /// The Merchant ID, from `sub`.
    package var merchantID: String
    /// The token's unique identifier, `jti`.
    package var id: String
    /// The time at which the token is expired for this verifier, with the leeway included.
    package var end: Date
  }

  /// Verifies a token without marking it as used, for callers that remember used tokens themselves.
  package func unused(_ token: String, at now: Date) throws(MerchantTokenRefusal) -> Token {
    let (merchant, claims) = try signedClaims(token)
    try check(claims, of: merchant, at: now)
    guard let id = claims.id, let expiration = claims.expiration else { throw .claims(.missing(.id)) }
    return Token(merchantID: merchant.id, id: id, end: expiration + leeway)
  }

  /// Verifies the signature, and returns the merchant of the key and the claims.
  private func signedClaims(_ token: String) throws(MerchantTokenRefusal) -> (Merchant, JWTClaims) {
    let jws: JWS
    do throws(JWSError) {
      jws = try JWS(parsing: token, maximumBytes: Self.maximumBytes)
    } catch {
      throw .malformed(error)
    }
    guard jws.header.algorithm == .hs256 else { throw .wrongAlgorithm(jws.header.algorithm) }
    guard let keyID = jws.header.keyID else { throw .missingKeyID }
    guard let merchant = merchants[keyID] else { throw .unknownKeyID }
    let payload: [UInt8]
    do throws(JWSError) {
      payload = try jws.verified(with: merchant.key)
    } catch {
      throw .signature(error)
    }
    do throws(JWTError) {
      return (merchant, try JWTClaims(parsing: payload))
    } catch {
      throw .claims(error)
    }
  }

  private func check(_ claims: JWTClaims, of merchant: Merchant, at now: Date) throws(MerchantTokenRefusal) {
    do throws(JWTError) {
      try claims.check(
        at: now, leeway: leeway, issuer: MerchantToken.party, audience: MerchantToken.party,
        requiring: [.issuer, .audience, .subject, .expiration, .notBefore, .id])
    } catch {
      throw .claims(error)
    }
    // Refuse a token with several audiences, because another audience could present the token to this server.
    guard claims.audience.count == 1 else { throw .claims(.wrongAudience) }
    guard let subject = claims.subject, subject.utf8.elementsEqual(merchant.id.utf8) else { throw .wrongSubject }
    guard let notBefore = claims.notBefore, let expiration = claims.expiration,
      expiration > notBefore, expiration.timeIntervalSince(notBefore) <= MerchantToken.longestLifetime
    else { throw .wrongLifetime }
  }
}
