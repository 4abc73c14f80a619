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

  /// The code; nil if it has a length that no store gives a code. Times are taken as at most a day.
  func code(for credential: OnsideCredential) -> OnsideLoginCode? {
    guard (4...12).contains(digits) else { return nil }
    return OnsideLoginCode(
      id: id, credential: credential, length: digits, lifetime: .seconds(Self.seconds(expiresIn)),
      resendDelay: .seconds(Self.seconds(resendIn)))
  }

  /// A time as the store gives it, which timers and sentences can take.
  static func seconds(_ given: Int) -> Int { min(max(given, 0), 86_400) }
}

extension StoreAnswer {
  /// What a store says against a code, if it does.
  var loginCodeError: OnsideLoginCodeError? {
    guard let problem else { return nil }
    return switch (status, problem.code) {
    case (422, "wrong_code"): .wrong(attemptsLeft: max(1, problem.attemptsLeft ?? 1))
    case (410, "code_expired"): .expired
    case (429, "too_many_codes"): .tooMany(retryAfter: max(1, LoginCodeForm.seconds(problem.retryAfter ?? 1)))
    default: nil
    }
  }
}
