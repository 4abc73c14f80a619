import CausewayJOSE
import OnsideMerchant

extension SandboxProblem {
  /// Creates the problem for a token that was refused.
  init(_ refusal: MerchantTokenRefusal) {
    self.init(.invalidToken, refusal.sentence, reason: refusal.reason)
  }
}

extension MerchantTokenRefusal {
  /// The description with a capital letter at its start.
  fileprivate var sentence: String { description.prefix(1).uppercased() + description.dropFirst() }

  /// The rule that refused the token, as the `reason` of the answer.
  fileprivate var reason: String {
    switch self {
    case .malformed: "malformed"
    case .wrongAlgorithm: "wrong_algorithm"
    case .missingKeyID: "missing_kid"
    case .unknownKeyID: "unknown_kid"
    case .signature: "wrong_signature"
    case .claims(let error): error.reason
    case .wrongSubject: "wrong_sub"
    case .wrongLifetime: "wrong_lifetime"
    case .replay(.replayed): "replayed_jti"
    case .replay: "jti_not_remembered"
    }
  }
}

extension JWTError {
  fileprivate var reason: String {
    switch self {
    case .notJSON, .notObject, .duplicateClaim: "malformed_claims"
    case .wrongKind(let claim), .timeOutOfRange(let claim): "malformed_\(claim.rawValue)"
    case .missing(let claim): "missing_\(claim.rawValue)"
    case .expired: "expired"
    case .notYetValid: "not_yet_valid"
    case .wrongIssuer: "wrong_iss"
    case .wrongAudience: "wrong_aud"
    }
  }
}
