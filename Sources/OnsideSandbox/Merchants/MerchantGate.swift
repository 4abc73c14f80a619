import CausewayDatabase
import CausewayJOSE
import Foundation
import OnsideMerchant

/// Who may ask the Merchant API, and how often.
struct MerchantGate {
  private var verifier: MerchantTokenVerifier
  private var bucket: TokenBucket?
  /// No more tokens than so many are remembered; nil if they were not counted, which takes the longer the more there
  /// are.
  private var mostUsedTokens: Int?

  init(_ merchant: SandboxMerchant, rate: RequestRate?, at real: Date) {
    verifier = MerchantTokenVerifier([merchant.credentials])
    bucket = rate.map { TokenBucket($0, at: real) }
  }

  /// A token that every rule but that of single use allows.
  /// - Parameter token: of the field `Authorization`; nil if there is none.
  /// - Throws: `invalid_token` with a reason of its own for each rule.
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

  /// Whether one more used token can be remembered, which is then reckoned with.
  mutating func hasRoom(in records: SandboxRecords) throws(DatabaseError) -> Bool {
    var count = mostUsedTokens ?? SandboxRecords.rememberedTokens
    if count >= SandboxRecords.rememberedTokens { count = try records.usedTokens() }
    mostUsedTokens = count + 1
    return count < SandboxRecords.rememberedTokens
  }

  /// Counts a request of the merchant's.
  /// - Returns: why it is one too many; nil if it is not.
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
