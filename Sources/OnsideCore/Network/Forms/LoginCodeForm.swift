/// Where a code is to be sent.
struct LoginCodeRequestForm: Encodable {
  var email: String?
  var phone: String?
}

/// A code that was sent.
struct LoginCodeForm: Decodable {
  var id: String
  var digits: Int
  /// In seconds.
  var expiresIn: Int
  /// In seconds.
  var resendIn: Int

  func code(for credential: OnsideCredential) -> OnsideLoginCode {
    OnsideLoginCode(
      id: id, credential: credential, length: digits, lifetime: .seconds(expiresIn), resendDelay: .seconds(resendIn))
  }
}

extension StoreAnswer {
  /// What a store says against a code, if it does.
  var loginCodeError: OnsideLoginCodeError? {
    guard let problem else { return nil }
    return switch (status, problem.code) {
    case (422, "wrong_code"): .wrong(attemptsLeft: max(1, problem.attemptsLeft ?? 1))
    case (410, "code_expired"): .expired
    case (429, "too_many_codes"): .tooMany(retryAfter: max(1, problem.retryAfter ?? 1))
    default: nil
    }
  }
}
