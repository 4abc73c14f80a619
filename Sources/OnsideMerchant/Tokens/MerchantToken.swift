import CausewayJOSE
import Foundation

/// The token of one request to the Merchant API: a JWT, signed with HS256 and the Merchant Secret.
public enum MerchantToken {
  /// Who issues a token and whom it is for: both are `onside`.
  static let party = "onside"
  /// How far `nbf` and `exp` may be apart, in seconds.
  static let longestLifetime: TimeInterval = 30

  /// A new token. Each request wants one of its own, because the Merchant API takes each `jti` once.
  ///
  /// - Parameters:
  ///   - now: From when on it is valid, rounded down to a second.
  ///   - lifetime: For how many seconds, 1 to 30, rounded down.
  ///   - id: Its `jti`.
  /// - Returns: The compact JWS. It does not belong into logs.
  /// - Throws: ``MerchantTokenError``.
  public static func make(
    _ credentials: MerchantCredentials, at now: Date, lifetime: TimeInterval = 30, id: UUID = UUID()
  ) throws(MerchantTokenError) -> String {
    guard (1...longestLifetime).contains(lifetime) else { throw .lifetimeOutOfRange }
    let start = now.timeIntervalSince1970.rounded(.down)
    let claims = JWTClaims(
      issuer: party, subject: credentials.merchantID, audience: [party],
      expiration: Date(timeIntervalSince1970: start + lifetime.rounded(.down)),
      notBefore: Date(timeIntervalSince1970: start), id: id.uuidString)
    let key = SigningKey.hs256(secret: credentials.secret.bytes, keyID: credentials.keyID)
    do throws(SigningKeyError) {
      return try key.sign(claims.json.jsonBytes, type: "JWT")
    } catch {
      throw .signing(error)
    }
  }
}

/// Why a token cannot be made.
public enum MerchantTokenError: Error, Hashable, Sendable {
  /// A token is valid for 1 to 30 seconds.
  case lifetimeOutOfRange
  /// The secret cannot sign, such as one that is empty.
  case signing(SigningKeyError)
}

extension MerchantTokenError: CustomStringConvertible {
  /// What is wrong, in a sentence without a full stop.
  public var description: String {
    switch self {
    case .lifetimeOutOfRange: "a merchant token is valid for 1 to 30 seconds"
    case .signing(let error): "the merchant token cannot be signed: \(error)"
    }
  }
}
