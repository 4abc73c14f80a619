import Foundation

/// By what a user logs in.
struct LoginRequestForm: Encodable, Redacted {
  var loginCode: String?
  var signIn: String?
  /// Of either.
  var code: String?
  var codeVerifier: String?
}

/// Who is logged in, and where.
struct SessionForm: Decodable {
  struct Storefront: Decodable {
    var countryCode: String
  }

  var account: String
  var storefront: Storefront
}

/// The same, with the tokens.
struct SessionTokensForm: Decodable {
  var account: String
  var name: String?
  var storefront: SessionForm.Storefront
  var accessToken: Token
  /// In seconds.
  var expiresIn: Double
  var refreshToken: Token

  /// The session as it is kept.
  ///
  /// - Parameter sent: when it was asked for: what an answer takes on its way is not to be used.
  func session(of address: StoreAddress, sent: Date) -> KeptSession {
    let margin = min(60, expiresIn / 5)
    return KeptSession(
      store: address.url, app: address.app, account: account, name: name, countryCode: storefront.countryCode,
      accessToken: accessToken, refreshToken: refreshToken, renewsAt: sent.addingTimeInterval(expiresIn - margin),
      expiresAt: sent.addingTimeInterval(expiresIn))
  }
}

/// For a new access token.
struct RefreshForm: Encodable {
  var refreshToken: Token
}
