/// The request body that begins a login on a sign-in page.
struct SignInRequestPayload: Encodable, Redacted {
  var provider: String
  var callbackScheme: String
  var state: String
  var codeChallenge: String

  private enum CodingKeys: String, CodingKey {
    case provider
    case callbackScheme = "callback_scheme"
    case state
    case codeChallenge = "code_challenge"
  }
}

/// The store's answer after it has begun a login on a sign-in page.
package struct SignInPayload: Codable {
  var id: String
  /// An absolute URL, or one relative to the store's address.
  var signInUrl: String
  /// The lifetime of the login, in seconds.
  var expiresIn: Int?

  private enum CodingKeys: String, CodingKey {
    case id
    case signInUrl = "sign_in_url"
    case expiresIn = "expires_in"
  }

  package init(id: String, signInUrl: String, expiresIn: Int) {
    self.id = id
    self.signInUrl = signInUrl
    self.expiresIn = expiresIn
  }
}
