/// Why the claims of a JWT are refused.
public enum JWTError: Error, Hashable, Sendable {
  /// The payload is not JSON.
  case notJSON
  /// The payload is JSON, but not an object.
  case notObject
  /// The payload has two claims of one name, or an object in it has (RFC 7519, section 4).
  case duplicateClaim
  /// A claim is of the wrong kind, such as a text where a number belongs.
  case wrongKind(Claim)
  /// A time is before 1970 or after the year 9999.
  case timeOutOfRange(Claim)
  /// A claim that was demanded is not there.
  case missing(Claim)
  /// The time of `exp` has come.
  case expired
  /// The time of `nbf` has not come yet.
  case notYetValid
  /// Somebody else issued it than was demanded.
  case wrongIssuer
  /// It is for somebody else.
  case wrongAudience

  /// A registered claim (RFC 7519, section 4.1).
  public enum Claim: String, Hashable, Sendable, CaseIterable {
    /// Who issued it.
    case issuer = "iss"
    /// Whom or what it is about.
    case subject = "sub"
    /// Whom it is for.
    case audience = "aud"
    /// From when on it is no longer valid.
    case expiration = "exp"
    /// From when on it is valid.
    case notBefore = "nbf"
    /// When it was issued.
    case issuedAt = "iat"
    /// Its unique name.
    case id = "jti"
  }
}

extension JWTError: CustomStringConvertible {
  /// What is wrong, in a sentence without a full stop.
  public var description: String {
    switch self {
    case .notJSON: "the claims are not JSON"
    case .notObject: "the claims are not a JSON object"
    case .duplicateClaim: "two claims have one name"
    case .wrongKind(let claim): "the claim \(claim.rawValue) is of the wrong kind"
    case .timeOutOfRange(let claim): "the claim \(claim.rawValue) is before 1970 or after the year 9999"
    case .missing(let claim): "the claim \(claim.rawValue) is missing"
    case .expired: "the token has expired (exp)"
    case .notYetValid: "the token is not valid yet (nbf)"
    case .wrongIssuer: "the token was issued by somebody else (iss)"
    case .wrongAudience: "the token is for somebody else (aud)"
    }
  }
}
