import CausewayJOSE
import Foundation

/// The token of one request to the Merchant API: a JWT, signed with HS256 and the Merchant Secret.
public enum MerchantToken {
  /// The issuer and the audience of every token: `onside`.
  static let party = "onside"
  /// The maximum difference between `nbf` and `exp`, in seconds.
  static let longestLifetime: TimeInterval = 30

  /// Makes a new token. Make a token for each request, because the Merchant API accepts each `jti` once.
  ///
  /// - Parameters:
  ///   - now: The start of the validity (`nbf`), rounded down to a second.
  ///   - lifetime: The validity in seconds, 1 to 30, rounded down.
  ///   - id: The `jti`.
  /// - Returns: The compact JWS. Do not log it.
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

/// The reason why a token cannot be made.
public enum MerchantTokenError: Error, Hashable, Sendable {
  /// The lifetime is outside 1 to 30 seconds.
  case lifetimeOutOfRange
  /// The secret cannot sign, for example because it is empty.
  case signing(SigningKeyError)
}

extension MerchantTokenError: CustomStringConvertible {
  /// The problem, in a sentence without a period at the end.
  public var description: String {
    switch self {
    case .lifetimeOutOfRange: "a merchant token's lifetime must be 1 to 30 seconds"
    case .signing(let error): "the merchant token cannot be signed: \(error)"
    }
  }
}
