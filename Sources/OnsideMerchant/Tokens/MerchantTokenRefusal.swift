import CausewayJOSE

/// Why a store refuses a token of the Merchant API. No case holds anything of the token.
public enum MerchantTokenRefusal: Error, Hashable, Sendable {
  /// It is not a compact JWS, or one that nobody should read, such as an unsigned one.
  case malformed(JWSError)
  /// Its algorithm is not HS256.
  case wrongAlgorithm(JWSAlgorithm)
  /// Its header has no `kid`.
  case missingKeyID
  /// Nobody has a secret of that `kid`.
  case unknownKeyID
  /// It is not signed with the secret of that `kid`.
  case signature(JWSError)
  /// A claim is unreadable, missing or wrong, or this is not the time for it.
  case claims(JWTError)
  /// `sub` is not the merchant whose secret it is.
  case wrongSubject
  /// `exp` is not 0 to 30 seconds after `nbf`.
  case wrongLifetime
  /// Its `jti` was used before, or cannot be remembered.
  case replay(ReplayError)
}

extension MerchantTokenRefusal: CustomStringConvertible {
  /// What is wrong, in a sentence without a full stop.
  public var description: String {
    switch self {
    case .malformed(let error): "the token cannot be read: \(error)"
    case .wrongAlgorithm(let algorithm): "the token's algorithm is \(algorithm.rawValue) instead of HS256"
    case .missingKeyID: "the token's header has no kid"
    case .unknownKeyID: "the token's kid is not known"
    case .signature(let error): "the token is not signed with the secret of its kid: \(error)"
    case .claims(let error): "the token is refused: \(error)"
    case .wrongSubject: "the token is not the merchant's whose secret signed it (sub)"
    case .wrongLifetime: "the token is valid for more than 30 seconds, or for none (nbf, exp)"
    case .replay(let error): "the token is refused: \(error)"
    }
  }
}
