import Foundation
import OnsideCore
import OnsideTesting

/// A login code in the store's inbox. A real store would send it by e-mail or SMS.
struct InboxMessage: Sendable, Redacted {
  var id: String
  /// The e-mail address or telephone number, as the user wrote it.
  var address: String
  var code: String
  /// The time at which the code was sent, by the store's clock.
  var sent: Date
  /// The remaining time until the code expires, in seconds of real time.
  var expiresIn: Int
}

/// A login code that was sent. The code itself is only in the inbox.
package struct SentCode: Sendable {
  /// The id of the login code.
  package var id: String
  /// The time until the code expires, in seconds.
  package var expiresIn: Int
  /// The time until another code can be sent, in seconds.
  package var resendIn: Int
}

/// The logins with a code, and the inbox that receives the codes.
package final class LoginCodeService {
  private let sessions: SessionService
  private let clock: ClockService
  private var codes = LoginCodes()

  init(sessions: SessionService, clock: ClockService) {
    self.sessions = sessions
    self.clock = clock
  }

  /// Puts a code for a login in one app into the store's inbox.
  ///
  /// - Throws: `bad_request` if `credential` is not a valid address; `too_many_codes`.
  package func send(to credential: OnsideCredential, app: String) throws(SandboxProblem) -> SentCode {
    guard let login = credential.accountName else { throw .noAddress }
    let now = clock.real
    do throws(OnsideLoginCodeError) {
      let message = try codes.send(to: credential, login: login, app: app, at: now, shownDate: clock.now())
      return SentCode(
        id: message.id, expiresIn: max(1, Int(message.expires.timeIntervalSince(now))),
        resendIn: LoginCodes.resendDelay(of: message, at: now))
    } catch {
      throw SandboxProblem(error)
    }
  }

  /// Logs in with a code that was sent for the same app.
  ///
  /// - Parameter country: the country of a new account; nil for the catalog's country.
  /// - Throws: `wrong_code`; `code_expired`.
  package func logIn(
    code id: String, digits: String, country: StorefrontCountry?, app: String
  ) throws(SandboxProblem) -> SessionTokens {
    let credential: OnsideCredential
    do throws(OnsideLoginCodeError) {
      credential = try codes.use(id, digits: digits, app: app, at: clock.real)
    } catch {
      throw SandboxProblem(error)
    }
    return try sessions.logIn(credential, country: country, app: app)
  }

  /// Returns the messages whose codes have not expired, the newest first.
  ///
  /// - Parameter address: the recipient, in any spelling; nil for all. A space may stand for a plus sign, because form
  ///   encoding, which queries use, decodes a plus sign to a space.
  func inbox(of address: String? = nil) -> [InboxMessage] {
    let names = address.map { text in
      var spellings = [text, text.replacingOccurrences(of: " ", with: "+")]
      if text.first == " " { spellings.append("+" + text.dropFirst()) }
      return spellings.flatMap { [OnsideCredential.email($0).accountName, OnsideCredential.phone($0).accountName] }
        .compactMap(\.self)
    }
    let now = clock.real
    return codes.messages(at: now).compactMap { message in
      if let names, let name = message.credential.accountName, !names.contains(name) { return nil }
      return InboxMessage(
        id: message.id, address: message.credential.address, code: message.digits, sent: message.shownDate,
        expiresIn: max(1, Int(message.expires.timeIntervalSince(now).rounded(.up))))
    }
  }
}

extension OnsideCredential {
  /// The address that a code is sent to; empty for an account at an identity provider, which gets no code.
  fileprivate var address: String {
    switch self {
    case .email(let text), .phone(let text): text
    case .federated: ""
    }
  }
}

extension SandboxProblem {
  fileprivate init(_ error: OnsideLoginCodeError) {
    switch error {
    case .wrong(let left):
      self.init(.wrongCode, "code: wrong; read the store's inbox")
      attemptsLeft = left
    case .expired:
      self.init(
        .codeExpired, "login_code: expired, used, or tried too often; request a new one")
    case .tooMany(let seconds):
      self.init(.tooManyCodes, "Too many codes were sent to this address within an hour; wait, or read the inbox")
      retryAfter = seconds
    }
  }
}
