/// The reason why the claims of a JWT are refused.
public enum JWTError: Error, Hashable, Sendable {
  /// The payload is not JSON.
  case notJSON
  /// The payload is JSON, but not an object.
  case notObject
  /// The payload, or an object in it, has two claims with the same name (RFC 7519, section 4).
  case duplicateClaim
  /// A claim has the wrong type, such as a string instead of a number.
  case wrongKind(Claim)
  /// A time is before 1970 or after the year 9999.
  case timeOutOfRange(Claim)
  /// A required claim is missing.
  case missing(Claim)
  /// `exp` has passed.
  case expired
  /// `nbf` is in the future.
  case notYetValid
  /// The issuer is not the required one.
  case wrongIssuer
  /// The audience is not the required one.
  case wrongAudience

  /// A registered claim (RFC 7519, section 4.1).
  public enum Claim: String, Hashable, Sendable, CaseIterable {
    /// The issuer.
    case issuer = "iss"
    /// The user, or other principal, that the claims are about.
    case subject = "sub"
    /// The recipients.
    case audience = "aud"
    /// The time from which the token is no longer valid.
    case expiration = "exp"
    /// The time from which the token is valid.
    case notBefore = "nbf"
    /// The time at which the token was issued.
    case issuedAt = "iat"
    /// The token's unique identifier.
    case id = "jti"
  }
}

extension JWTError: CustomStringConvertible {
  /// The problem, in a sentence without a period.
  public var description: String {
    switch self {
    case .notJSON: "the claims are not JSON"
    case .notObject: "the claims are not a JSON object"
    case .duplicateClaim: "two claims have the same name"
    case .wrongKind(let claim): "the claim \(claim.rawValue) has the wrong type"
    case .timeOutOfRange(let claim): "the claim \(claim.rawValue) is before 1970 or after the year 9999"
    case .missing(let claim): "the claim \(claim.rawValue) is missing"
    case .expired: "the token has expired (exp): request a new token"
    case .notYetValid: "the token is not valid yet (nbf): check the clocks of both machines"
    case .wrongIssuer:
      "the token's issuer (iss) is not the one that the verifier requires: check the issuer on both sides"
    case .wrongAudience:
      "the token's audience (aud) is not the one that the verifier requires: check the audience on both sides"
    }
  }
}
