import CausewayTransport

/// The request body that names the destination of a login code. Exactly one property is set.
struct LoginCodeRequestPayload: Encodable {
  var email: String?
  var phone: String?
}

/// The store's answer after it has sent a login code.
package struct LoginCodePayload: Codable {
  var id: String
  var digits: Int
  /// The time during which the code can be used, in seconds.
  var expiresIn: Int
  /// The time before another code can be sent, in seconds.
  var resendIn: Int

  private enum CodingKeys: String, CodingKey {
    case id, digits
    case expiresIn = "expires_in"
    case resendIn = "resend_in"
  }

  package init(id: String, digits: Int, expiresIn: Int, resendIn: Int) {
    self.id = id
    self.digits = digits
    self.expiresIn = expiresIn
    self.resendIn = resendIn
  }

  /// Returns the login code; nil if it does not have 4 to 12 digits. Durations are limited to one day.
  func code(for credential: OnsideCredential) -> OnsideLoginCode? {
    guard (4...12).contains(digits) else { return nil }
    return OnsideLoginCode(
      id: id, credential: credential, length: digits, lifetime: .seconds(Self.seconds(expiresIn)),
      resendDelay: .seconds(Self.seconds(resendIn)))
  }

  /// Returns a store's duration in seconds, limited to the range from 0 s to one day, so that timers and texts can
  /// handle it.
  static func seconds(_ given: Int) -> Int { min(max(given, 0), 86_400) }
}

extension HTTPAnswer {
  /// The error for a login code that the answer reports; nil if it reports none.
  var loginCodeError: OnsideLoginCodeError? {
    guard let problem else { return nil }
    return switch (status, problem.code) {
    case (422, "wrong_code"): .wrong(attemptsLeft: max(1, problem.attemptsLeft ?? 1))
    case (410, "code_expired"): .expired
    case (429, "too_many_codes"): .tooMany(retryAfter: max(1, LoginCodePayload.seconds(problem.retryAfter ?? 1)))
    default: nil
    }
  }
}
