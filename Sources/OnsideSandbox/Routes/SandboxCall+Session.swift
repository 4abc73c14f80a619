import CausewayHTTP
import CausewayJSON
import OnsideCore
import OnsideTesting

/// The operations of the tag `session`.
extension SandboxCall {
  func sendLoginCode(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    let app = try app(in: store)
    return .json(LoginCodePayload(try store.loginCodes.send(to: try body().address(), app: app)), status: 201)
  }

  func beginSignIn(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    let app = try app(in: store)
    let body = try body()
    let provider = try body.choice("provider", of: OnsideIdentityProvider.allCases)
    let text = try body.string("callback_scheme", length: 1...200)
    guard let scheme = CallbackScheme(text), scheme.text == text else {
      throw body.problem("callback_scheme", "must be the URL scheme of an app, such as com.example.shop")
    }
    let state = try body.unreserved("state", length: 16...200)
    let challenge = try body.unreserved("code_challenge", length: 43...43)
    let signIn = store.signIns.begin(
      provider, app: app, scheme: scheme, state: state, codeChallenge: challenge)
    let payload = SignInPayload(id: signIn.id, signInUrl: "/sign-in/\(signIn.id)", expiresIn: SignIns.lifetime)
    return .json(payload, status: 201)
  }

  func logIn(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    let app = try app(in: store)
    let body = try body()
    guard body.has("login_code") != body.has("sign_in") else {
      throw SandboxProblem(.badRequest, "Send exactly one of login_code and sign_in")
    }
    let country = try body.optional("country_code") { key throws(SandboxProblem) in try body.country(key) }
    let tokens: SessionTokens
    if body.has("sign_in") {
      let id = try body.string("sign_in", length: 1...200)
      let code = try body.string("code", length: 1...200)
      let verifier = try body.unreserved("code_verifier", length: 43...128)
      tokens = try store.signIns.logIn(signIn: id, code: code, verifier: verifier, country: country, app: app)
    } else {
      let id = try body.uuid("login_code").uuidString.lowercased()
      let digits = try body.string("code", length: LoginCodes.length...LoginCodes.length)
      guard digits.utf8.allSatisfy(\.isASCIIDigit) else {
        throw body.problem("code", "not \(LoginCodes.length) digits")
      }
      tokens = try store.loginCodes.logIn(code: id, digits: digits, country: country, app: app)
    }
    return .json(SessionTokensPayload(tokens), status: 201)
  }

  func refreshSession(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    let app = try app(in: store)
    let token = SessionToken(try body().string("refresh_token", length: 1...200))
    return .json(SessionTokensPayload(try store.sessions.refresh(token, app: app)))
  }

  func currentSession(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    .json(SessionPayload(try session(in: store)))
  }

  func logOut(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    try store.sessions.logOut(try session(in: store))
    return HTTPResponse(204)
  }
}

extension RequestObject {
  /// Reads a string of letters, digits and `-._~`, which a URL can contain without percent-encoding.
  fileprivate func unreserved(_ key: String, length: ClosedRange<Int>) throws(SandboxProblem) -> String {
    let text = try string(key, length: length)
    guard text.utf8.allSatisfy({ Self.unreserved.contains($0) }) else {
      throw problem(key, "must contain only letters, digits and -._~")
    }
    return text
  }

  private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

  /// Reads the recipient of a login code: either an e-mail address or a telephone number.
  fileprivate func address() throws(SandboxProblem) -> OnsideCredential {
    guard has("email") != has("phone") else {
      throw SandboxProblem(.badRequest, "Send exactly one of email and phone")
    }
    if has("email") {
      let address = try string("email", length: 3...254)
      guard !address.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.isControl }) else {
        throw problem("email", "not an e-mail address")
      }
      return try credential("email", .email(address))
    }
    let number = try string("phone", length: 4...32)
    guard number.unicodeScalars.allSatisfy({ "+0123456789 ().-/".unicodeScalars.contains($0) }) else {
      throw problem("phone", "not a telephone number")
    }
    return try credential("phone", .phone(number))
  }

  private func credential(_ key: String, _ credential: OnsideCredential) throws(SandboxProblem) -> OnsideCredential {
    guard credential.accountName != nil else {
      throw problem(key, key == "email" ? "not an e-mail address" : "not a telephone number")
    }
    return credential
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}
