import CausewayJSON
import Foundation

/// The claims of a JWT (RFC 7519), the payload of a JWS that was verified.
public struct JWTClaims: Hashable, Sendable {
  /// Who issued it, `iss`.
  public var issuer: String?
  /// Whom or what it is about, `sub`.
  public var subject: String?
  /// Whom it is for, `aud`; empty if it does not say.
  public var audience: [String]
  /// From when on it is no longer valid, `exp`.
  public var expiration: Date?
  /// From when on it is valid, `nbf`.
  public var notBefore: Date?
  /// When it was issued, `iat`.
  public var issuedAt: Date?
  /// Its unique name, `jti`.
  public var id: String?
  /// All other claims.
  public var others: JSONObject

  /// Creates claims.
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

  /// Throws unless the claims hold now.
  ///
  /// - Parameters:
  ///   - now: The time, compared with `exp` and `nbf` as far as they are there.
  ///   - leeway: By how many seconds clocks may differ: so much longer and so much earlier it is valid.
  ///   - issuer: Who must have issued it; nil for anybody.
  ///   - audience: For whom it must be, perhaps among others; nil for anybody.
  ///   - required: Claims that must be there.
  /// - Throws: ``JWTError/missing(_:)``, also for an issuer or audience that is demanded and not there;
  ///   ``JWTError/expired``, from `exp` on; ``JWTError/notYetValid``, before `nbf`; ``JWTError/wrongIssuer``;
  ///   ``JWTError/wrongAudience``.
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

  /// Whether a claim is there.
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
