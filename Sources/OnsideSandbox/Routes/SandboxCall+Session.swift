import Causeway
import CausewayHTTP
import OnsideCore

/// The tag `session`.
extension SandboxCall {
  func logIn() async throws(SandboxProblem) -> HTTPResponse {
    let app = try app()
    let body = try body()
    let credential = try body.credential()
    let country = try body.optional("country_code") { key throws(SandboxProblem) in try body.country(key) }
    return .json(try await store.logIn(credential, country: country, app: app).json, status: 201)
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
  /// By what a user logs in: exactly one of an address, a number, and a provider.
  fileprivate func credential() throws(SandboxProblem) -> OnsideCredential {
    let kinds = ["email", "phone", "provider"].filter(has)
    guard kinds.count == 1 else { throw SandboxProblem(.badRequest, "Not exactly one of email, phone and provider") }
    switch kinds[0] {
    case "email":
      let address = try string("email", length: 3...254)
      guard !address.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.isControl }) else {
        throw problem("email", "no e-mail address")
      }
      return try credential("email", .email(address))
    case "phone":
      let number = try string("phone", length: 4...32)
      guard number.unicodeScalars.allSatisfy({ "+0123456789 ().-/".unicodeScalars.contains($0) }) else {
        throw problem("phone", "no telephone number")
      }
      return try credential("phone", .phone(number))
    default: return .federated(try choice("provider", of: OnsideIdentityProvider.allCases))
    }
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
