import CausewayJOSE

/// The reason why a store refuses a token of the Merchant API. No case contains any part of the token.
public enum MerchantTokenRefusal: Error, Hashable, Sendable {
  /// The token is not a compact JWS, or it is a JWS that must not be accepted, such as an unsigned JWS.
  case malformed(JWSError)
  /// The token's algorithm is not HS256.
  case wrongAlgorithm(JWSAlgorithm)
  /// The token's header has no `kid`.
  case missingKeyID
  /// The verifier has no secret for the `kid`.
  case unknownKeyID
  /// The secret of the `kid` did not sign the token.
  case signature(JWSError)
  /// A claim is unreadable, missing or wrong, or the token is expired or not valid yet.
  case claims(JWTError)
  /// `sub` is not the merchant who owns the secret.
  case wrongSubject
  /// `exp` is not after `nbf`, or more than 30 seconds after it.
  case wrongLifetime
  /// The `jti` was used before, or the verifier has no room to remember it.
  case replay(ReplayError)
}

extension MerchantTokenRefusal: CustomStringConvertible {
  /// The problem, in a sentence without a period at the end.
  public var description: String {
    switch self {
    case .malformed(let error): "the token cannot be read: \(error)"
    case .wrongAlgorithm(let algorithm): "the token's algorithm is \(algorithm.rawValue) instead of HS256"
    case .missingKeyID: "the token's header has no kid"
    case .unknownKeyID: "the token's kid is unknown"
    case .signature(let error): "the token is not signed with the secret of its kid: \(error)"
    case .claims(let error): "the token is refused: \(error)"
    case .wrongSubject: "the token's sub is not the merchant whose secret signed it"
    case .wrongLifetime: "the token's lifetime (nbf, exp) must be more than 0 and at most 30 seconds"
    case .replay(let error): "the token is refused: \(error)"
    }
  }
}
