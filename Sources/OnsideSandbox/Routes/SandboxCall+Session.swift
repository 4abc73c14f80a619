import Causeway
import CausewayHTTP
import OnsideCore

/// The tag `session`.
extension SandboxCall {
  func sendLoginCode() async throws(SandboxProblem) -> HTTPResponse {
    let app = try app()
    return .json(try await store.sendLoginCode(to: try body().address(), app: app).json, status: 201)
  }

  func logIn() async throws(SandboxProblem) -> HTTPResponse {
    let app = try app()
    let body = try body()
    let kinds = ["login_code", "provider"].filter(body.has)
    guard kinds.count == 1 else {
      throw SandboxProblem(.badRequest, "Not exactly one of login_code and provider")
    }
    let country = try body.optional("country_code") { key throws(SandboxProblem) in try body.country(key) }
    let tokens: SessionTokens
    if kinds == ["provider"] {
      let provider = try body.choice("provider", of: OnsideIdentityProvider.allCases)
      tokens = try await store.logIn(.federated(provider), country: country, app: app)
    } else {
      let id = try body.uuid("login_code").uuidString.lowercased()
      let digits = try body.string("code", length: LoginCodes.length...LoginCodes.length)
      guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
        throw body.problem("code", "not \(LoginCodes.length) digits")
      }
      tokens = try await store.logIn(code: id, digits: digits, country: country, app: app)
    }
    return .json(tokens.json, status: 201)
  }

  func refreshSession() async throws(SandboxProblem) -> HTTPResponse {
    let app = try app()
    let token = SessionToken(try body().string("refresh_token", length: 1...200))
    return .json(try await store.refresh(token, app: app).json)
  }

  func currentSession() async throws(SandboxProblem) -> HTTPResponse {
    .json(.object(try await session().members))
  }

  func logOut() async throws(SandboxProblem) -> HTTPResponse {
    try await store.logOut(try await session())
    return HTTPResponse(204)
  }
}

extension RequestObject {
  /// Where a code is sent: exactly one of an address and a number.
  fileprivate func address() throws(SandboxProblem) -> OnsideCredential {
    guard has("email") != has("phone") else {
      throw SandboxProblem(.badRequest, "Not exactly one of email and phone")
    }
    if has("email") {
      let address = try string("email", length: 3...254)
      guard !address.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.isControl }) else {
        throw problem("email", "no e-mail address")
      }
      return try credential("email", .email(address))
    }
    let number = try string("phone", length: 4...32)
    guard number.unicodeScalars.allSatisfy({ "+0123456789 ().-/".unicodeScalars.contains($0) }) else {
      throw problem("phone", "no telephone number")
    }
    return try credential("phone", .phone(number))
  }

  private func credential(_ key: String, _ credential: OnsideCredential) throws(SandboxProblem) -> OnsideCredential {
    guard credential.accountName != nil else {
      throw problem(key, key == "email" ? "no e-mail address" : "no telephone number")
    }
    return credential
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}
