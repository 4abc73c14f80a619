import CausewayJSON
import Foundation

/// The claims of a JWT (RFC 7519), the payload of a verified JWS.
public struct JWTClaims: Hashable, Sendable {
  /// The issuer, `iss`.
  public var issuer: String?
  /// The user, or other principal, that the claims are about, `sub`.
  public var subject: String?
  /// The recipients of the token, `aud`; empty if the token names none.
  public var audience: [String]
  /// The time from which the token is no longer valid, `exp`.
  public var expiration: Date?
  /// The time from which the token is valid, `nbf`.
  public var notBefore: Date?
  /// The time at which the token was issued, `iat`.
  public var issuedAt: Date?
  /// The token's unique identifier, `jti`.
  public var id: String?
  /// All other claims.
  public var others: JSONObject

  /// Creates claims to sign.
  public init(
    issuer: String? = nil, subject: String? = nil, audience: [String] = [], expiration: Date? = nil,
    notBefore: Date? = nil, issuedAt: Date? = nil, id: String? = nil, others: JSONObject = [:]
  ) {
    self.issuer = issuer
    self.subject = subject
    self.audience = audience
    self.expiration = expiration
    self.notBefore = notBefore
    self.issuedAt = issuedAt
    self.id = id
    self.others = others
  }

  /// Checks that the claims are valid at a time, and throws if they are not.
  ///
  /// - Parameters:
  ///   - now: The time to compare with `exp` and `nbf`. A missing `exp` or `nbf` is not checked.
  ///   - leeway: The accepted difference between two clocks, in seconds. It extends the validity at both ends.
  ///   - issuer: The required issuer; nil for any.
  ///   - audience: The recipient that the token must name, alone or with others; nil for any.
  ///   - required: The claims that must be present.
  /// - Throws: ``JWTError/missing(_:)``, also if a required issuer or audience is absent; ``JWTError/expired``, from
  ///   `exp` on; ``JWTError/notYetValid``, before `nbf`; ``JWTError/wrongIssuer``; ``JWTError/wrongAudience``.
  public func check(
    at now: Date, leeway: TimeInterval = 0, issuer: String? = nil, audience: String? = nil,
    requiring required: Set<JWTError.Claim> = []
  ) throws(JWTError) {
    for claim in JWTError.Claim.allCases where required.contains(claim) && !has(claim) { throw .missing(claim) }
    if let expiration, now >= expiration + leeway { throw .expired }
    if let notBefore, now < notBefore - leeway { throw .notYetValid }
    if let issuer {
      guard let own = self.issuer else { throw .missing(.issuer) }
      guard own.utf8.elementsEqual(issuer.utf8) else { throw .wrongIssuer }
    }
    if let audience {
      guard !self.audience.isEmpty else { throw .missing(.audience) }
      guard self.audience.contains(where: { $0.utf8.elementsEqual(audience.utf8) }) else { throw .wrongAudience }
    }
  }

  /// Returns whether a claim is present.
  private func has(_ claim: JWTError.Claim) -> Bool {
    switch claim {
    case .issuer: issuer != nil
    case .subject: subject != nil
    case .audience: !audience.isEmpty
    case .expiration: expiration != nil
    case .notBefore: notBefore != nil
    case .issuedAt: issuedAt != nil
    case .id: id != nil
    }
  }
}
