import Foundation

/// The request body that completes a login: for a login code or for a sign-in page.
struct LoginRequestPayload: Encodable, Redacted {
  var loginCode: String?
  var signIn: String?
  /// The digits of the login code, or the code from the callback of the sign-in page.
  var code: String?
  var codeVerifier: String?
}

/// The store's answer about the current session.
struct SessionPayload: Decodable {
  struct Storefront: Decodable {
    var countryCode: String
  }

  var account: String
  var storefront: Storefront
}

/// The store's answer to a login or a renewal: the session with its tokens.
struct SessionTokensPayload: Decodable {
  var account: String
  var name: String?
  var storefront: SessionPayload.Storefront
  var accessToken: Token
  /// The lifetime of the access token, in seconds.
  var expiresIn: Double
  var refreshToken: Token

  /// Returns the session in the form in which it is stored.
  ///
  /// - Parameter sent: the time at which the request was sent. The lifetime counts from here, because the answer's
  ///   travel time reduces it.
  func session(of address: StoreAddress, sent: Date) -> KeptSession {
    let margin = min(60, expiresIn / 5)
    return KeptSession(
      store: address.url, app: address.app, account: account, name: name, countryCode: storefront.countryCode,
      accessToken: accessToken, refreshToken: refreshToken, renewsAt: sent.addingTimeInterval(expiresIn - margin),
      expiresAt: sent.addingTimeInterval(expiresIn))
  }
}

/// The request body for a new access token.
struct RefreshPayload: Encodable {
  var refreshToken: Token
}
