import Foundation
import OnsideCore

/// The steps of a login, with the rules of ``LoginCodes``.
extension LocalTestingService {
  /// Creates a code for an address or a number. Sends nothing, because the login screen shows the code,
  /// `OnsideLoginCode.testDigits`.
  public func beginLogin(_ credential: OnsideCredential) throws(OnsideServiceError) -> OnsideLoginStep {
    if case .federated = credential { return .done(try logIn(credential)) }
    return try perform(.sendLoginCode) { () throws(OnsideServiceError) in
      guard let login = credential.accountName else { throw .noAddress }
      let now = Date()
      let message = try checkingCode { () throws(OnsideLoginCodeError) in
        try loginCodes.send(to: credential, login: login, at: now)
      }
      return .code(
        OnsideLoginCode(
          id: message.id, credential: credential, length: LoginCodes.length,
          lifetime: .seconds(message.expires.timeIntervalSince(now)),
          resendDelay: .seconds(LoginCodes.resendDelay(of: message, at: now)), testDigits: message.digits))
    }
  }

  /// Completes a login with a code.
  public func logIn(_ proof: OnsideLoginProof) throws(OnsideServiceError) -> OnsideSession {
    try perform(.logIn) { () throws(OnsideServiceError) in
      switch proof {
      case .code(let code, let digits):
        let credential = try checkingCode { () throws(OnsideLoginCodeError) in
          try loginCodes.use(code.id, digits: digits, at: Date())
        }
        return try beginSession(credential)
      // Local testing has no sign-in page, so it begins no login in a browser.
      case .callback: throw .refused("Local testing has no sign-in page. Log in again without a browser.")
      }
    }
  }

  private func checkingCode<Value>(
    _ work: () throws(OnsideLoginCodeError) -> Value
  ) throws(OnsideServiceError) -> Value {
    do throws(OnsideLoginCodeError) {
      return try work()
    } catch {
      throw .loginCode(error)
    }
  }
}

extension OnsideServiceError {
  /// The error for a text that is neither an e-mail address nor a telephone number.
  static let noAddress = OnsideServiceError.refused(
    "This is not an e-mail address or telephone number. Check the input.")
}
