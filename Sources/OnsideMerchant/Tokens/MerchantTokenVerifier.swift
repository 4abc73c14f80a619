import CausewayJOSE
import Foundation

/// The server's half of the Merchant API's tokens: what a store demands of one, each rule with an error of its own.
///
/// It remembers the `jti` of each token until the token has expired, so that none is taken twice.
public struct MerchantTokenVerifier: Sendable {
  /// A token has some hundred bytes.
  private static let maximumBytes = 4096

  /// By how many seconds a merchant's clock may differ from the server's.
  public let leeway: TimeInterval
  private let merchants: [String: Merchant]
  private var used: ReplayGuard

  private struct Merchant {
    let id: String
    let key: VerificationKey
  }

  /// A verifier for these credentials. Of those with one key id the last counts.
  ///
  /// - Parameter capacity: How many tokens may be valid at once.
  public init(_ credentials: [MerchantCredentials], leeway: TimeInterval = 5, capacity: Int = 100_000) {
    merchants = Dictionary(
      credentials.map { ($0.keyID, Merchant(id: $0.merchantID, key: .hs256(secret: $0.secret.bytes))) },
      uniquingKeysWith: { $1 })
    self.leeway = leeway
    used = ReplayGuard(capacity: capacity)
  }

  /// Takes a token, which is thereby used.
  ///
  /// - Returns: The Merchant ID.
  /// - Throws: ``MerchantTokenRefusal``. A token that is refused was not used.
  public mutating func merchant(of token: String, at now: Date) throws(MerchantTokenRefusal) -> String {
    let token = try unused(token, at: now)
    do throws(ReplayError) {
      try used.admit(token.id, until: token.end, at: now)
    } catch {
      throw .replay(error)
    }
    return token.merchantID
  }

  /// A token that every rule but that of single use allows.
  package struct Token: Hashable, Sendable {
    /// The Merchant ID.
    package var merchantID: String
    /// The `jti`.
    package var id: String
    /// From when on it is expired for this verifier.
    package var end: Date
  }

  /// Checks a token without using it, for who remembers by other means which were used.
  package func unused(_ token: String, at now: Date) throws(MerchantTokenRefusal) -> Token {
    let (merchant, claims) = try signedClaims(token)
    try check(claims, of: merchant, at: now)
    guard let id = claims.id, let expiration = claims.expiration else { throw .claims(.missing(.id)) }
    return Token(merchantID: merchant.id, id: id, end: expiration + leeway)
  }

  /// Whose token it is, by its signature, and what it says.
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
    // A token that is for others too could be used here by one of them.
    guard claims.audience.count == 1 else { throw .claims(.wrongAudience) }
    guard let subject = claims.subject, subject.utf8.elementsEqual(merchant.id.utf8) else { throw .wrongSubject }
    guard let notBefore = claims.notBefore, let expiration = claims.expiration,
      expiration > notBefore, expiration.timeIntervalSince(notBefore) <= MerchantToken.longestLifetime
    else { throw .wrongLifetime }
  }
}
