import CausewayDatabase
import CausewayJOSE
import Foundation
import OnsideMerchant

/// The checks on the callers of the Merchant API: their tokens and their request rate.
struct MerchantGate {
  private var verifier: MerchantTokenVerifier
  private var bucket: TokenBucket?
  /// An upper bound of the number of remembered tokens; nil before they were first counted. It saves counting the rows
  /// for each request, which takes longer the more rows there are.
  private var mostUsedTokens: Int?

  init(_ merchant: SandboxMerchant, rate: RequestRate?, at real: Date) {
    verifier = MerchantTokenVerifier([merchant.credentials])
    bucket = rate.map { TokenBucket($0, at: real) }
  }

  /// Checks a token by every rule but single use, and returns it.
  /// - Parameter token: the bearer token of the field `Authorization`; nil if there is none.
  /// - Throws: `invalid_token`, with a different `reason` for each rule.
  func check(_ token: String?, at real: Date) throws(SandboxProblem) -> MerchantTokenVerifier.Token {
    guard let token else {
      throw SandboxProblem(
        .invalidToken, "Send a merchant token in the field Authorization, as Bearer", reason: "missing")
    }
    do throws(MerchantTokenRefusal) {
      return try verifier.unused(token, at: real)
    } catch {
      throw SandboxProblem(error)
    }
  }

  /// Returns whether one more used token can be remembered, and assumes that the caller remembers one.
  mutating func hasRoom(in records: SandboxRecords) throws(DatabaseError) -> Bool {
    var count = mostUsedTokens ?? SandboxRecords.rememberedTokens
    if count >= SandboxRecords.rememberedTokens { count = try records.usedTokens() }
    mostUsedTokens = count + 1
    return count < SandboxRecords.rememberedTokens
  }

  /// Counts a request of the merchant against the rate.
  /// - Returns: the refusal, if the rate is exceeded; otherwise nil.
  mutating func count(at real: Date) -> SandboxProblem? {
    guard let seconds = bucket?.take(at: real) else { return nil }
    var problem = SandboxProblem(.rateLimited, "Too many requests; ask again in \(seconds) s")
    problem.retryAfter = seconds
    return problem
  }
}

extension SandboxProblem {
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
