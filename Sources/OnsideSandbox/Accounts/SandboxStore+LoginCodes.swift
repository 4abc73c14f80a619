import Foundation
import OnsideCore

/// A message that the store would have sent.
struct InboxMessage: Sendable, Redacted {
  var id: String
  /// The address or the number, as the user wrote it.
  var address: String
  var code: String
  /// When it was sent, by the store's clock.
  var sent: Date
  /// How long the code can still be used, in seconds of real time.
  var expiresIn: Int
}

extension SandboxStore {
  /// A code that was sent, and when another one can be.
  package struct SentCode: Sendable {
    /// Its name.
    package var id: String
    /// How long it can be used, in seconds.
    package var expiresIn: Int
    /// After how many seconds another one can be sent.
    package var resendIn: Int
  }

  /// Sends a code to the store's inbox, for a login in one app.
  ///
  /// - Throws: `bad_request` for what can be no address; `too_many_codes`.
  package func sendLoginCode(to credential: OnsideCredential, app: String) throws(SandboxProblem) -> SentCode {
    guard let login = credential.accountName else { throw .noAddress }
    let now = options.realTime()
    do throws(OnsideLoginCodeError) {
      let message = try loginCodes.send(
        to: credential, login: login, app: app, at: now, shownDate: clock.now(real: now))
      return SentCode(
        id: message.id, expiresIn: max(1, Int(message.expires.timeIntervalSince(now))),
        resendIn: LoginCodes.resendDelay(of: message, at: now))
    } catch {
      throw SandboxProblem(error)
    }
  }

  /// Logs in by a code that was sent for the same app.
  ///
  /// - Parameter country: where a new account is; nil for the catalogue's country.
  /// - Throws: `wrong_code`; `code_expired`.
  package func logIn(
    code id: String, digits: String, country: StorefrontCountry?, app: String
  ) throws(SandboxProblem) -> SessionTokens {
    let credential: OnsideCredential
    do throws(OnsideLoginCodeError) {
      credential = try loginCodes.use(id, digits: digits, app: app, at: options.realTime())
    } catch {
      throw SandboxProblem(error)
    }
    return try logIn(credential, country: country, app: app)
  }

  /// The messages whose codes can still be used, the newest first.
  ///
  /// - Parameter address: to whom, however it is written; nil for everybody. A space may stand for a plus, because the
  ///   encoding of forms, in which a query is read, has a plus for a space.
  func inbox(of address: String? = nil) -> [InboxMessage] {
    let names = address.map { text in
      var spellings = [text, text.replacingOccurrences(of: " ", with: "+")]
      if text.first == " " { spellings.append("+" + text.dropFirst()) }
      return spellings.flatMap { [OnsideCredential.email($0).accountName, OnsideCredential.phone($0).accountName] }
        .compactMap(\.self)
    }
    let now = options.realTime()
    return loginCodes.messages(at: now).compactMap { message in
      if let names, let name = message.credential.accountName, !names.contains(name) { return nil }
      return InboxMessage(
        id: message.id, address: message.credential.address, code: message.digits, sent: message.shownDate,
        expiresIn: max(1, Int(message.expires.timeIntervalSince(now).rounded(.up))))
    }
  }
}

extension OnsideCredential {
  /// Where a code is sent; empty for an account elsewhere, which gets none.
  fileprivate var address: String {
    switch self {
    case .email(let text), .phone(let text): text
    case .federated: ""
    }
  }
}

extension SandboxProblem {
  /// No code can be sent there.
  static let noAddress = SandboxProblem(.badRequest, "This can be no e-mail address or telephone number")

  fileprivate init(_ error: OnsideLoginCodeError) {
    switch error {
    case .wrong(let left):
      self.init(.wrongCode, "code: wrong; read the store's inbox")
      attemptsLeft = left
    case .expired:
      self.init(
        .codeExpired, "login_code: its time is over, it was used, or too many tries were wrong; send another one")
    case .tooMany(let seconds):
      self.init(.tooManyCodes, "Too many codes were sent there within an hour; wait, or read the inbox")
      retryAfter = seconds
    }
  }
}
