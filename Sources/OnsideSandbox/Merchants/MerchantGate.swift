import CausewayJOSE
import Foundation
import OnsideMerchant

/// Who may ask the Merchant API, and how often.
struct MerchantGate {
  private var verifier: MerchantTokenVerifier
  private var bucket: TokenBucket?

  init(_ merchant: SandboxMerchant, rate: RequestRate?, at real: Date) {
    verifier = MerchantTokenVerifier([merchant.credentials])
    bucket = rate.map { TokenBucket($0, at: real) }
  }

  /// Lets a request in.
  /// - Parameter token: of the field `Authorization`; nil if there is none.
  /// - Throws: `rate_limited`; `invalid_token` with a reason of its own for each rule.
  mutating func admit(_ token: String?, at real: Date) throws(SandboxProblem) {
    if let seconds = bucket?.take(at: real) {
      var problem = SandboxProblem(.rateLimited, "Too many requests; ask again in \(seconds) s")
      problem.retryAfter = seconds
      throw problem
    }
    guard let token else {
      throw SandboxProblem(
        .invalidToken, "Send a merchant token in the field Authorization, as Bearer", reason: "missing")
    }
    do throws(MerchantTokenRefusal) {
      _ = try verifier.merchant(of: token, at: real)
    } catch {
      throw SandboxProblem(.invalidToken, error.sentence, reason: error.reason)
    }
  }
}

extension SandboxStore {
  /// Lets a request to the Merchant API in.
  package func admitMerchant(_ token: String?) throws(SandboxProblem) {
    try merchantGate.admit(token, at: options.realTime())
  }
}

extension MerchantTokenRefusal {
  /// The description, which begins as a sentence here.
  fileprivate var sentence: String { description.prefix(1).uppercased() + description.dropFirst() }

  /// Which rule, for programs.
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
