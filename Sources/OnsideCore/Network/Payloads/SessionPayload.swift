import Foundation

/// The request body that completes a login: for a login code or for a sign-in page.
struct LoginRequestPayload: Encodable, Redacted {
  var loginCode: String?
  var signIn: String?
  /// The digits of the login code, or the code from the callback of the sign-in page.
  var code: String?
  var codeVerifier: String?

  private enum CodingKeys: String, CodingKey {
    case loginCode = "login_code"
    case signIn = "sign_in"
    case code
    case codeVerifier = "code_verifier"
  }
}

/// The store's answer about the current session.
package struct SessionPayload: Codable {
  struct Storefront: Codable {
    var id: String?
    var countryCode: String

    private enum CodingKeys: String, CodingKey {
      case id
      case countryCode = "country_code"
    }

    init(_ storefront: OnsideStorefront) {
      id = storefront.id
      countryCode = storefront.countryCode
    }
  }

  var account: String
  var name: String?
  var storefront: Storefront

  package init(account: String, name: String, storefront: OnsideStorefront) {
    self.account = account
    self.name = name
    self.storefront = Storefront(storefront)
  }
}

/// The store's answer to a login or a renewal: the session with its tokens.
package struct SessionTokensPayload: Codable {
  var account: String
  var name: String?
  var storefront: SessionPayload.Storefront
  var accessToken: Token
  /// The lifetime of the access token, in seconds.
  var expiresIn: Double
  var refreshToken: Token

  private enum CodingKeys: String, CodingKey {
    case account, name, storefront
    case accessToken = "access_token"
    case expiresIn = "expires_in"
    case refreshToken = "refresh_token"
  }

  package init(_ session: SessionPayload, accessToken: String, expiresIn: Int, refreshToken: String) {
    account = session.account
    name = session.name
    storefront = session.storefront
    self.accessToken = Token(accessToken)
    self.expiresIn = Double(expiresIn)
    self.refreshToken = Token(refreshToken)
  }

  /// Returns the session in the form in which it is stored.
  ///
  /// - Parameter sent: the time at which the request was sent. The access token's lifetime is counted from this time,
  ///   because it is not known how long the answer took to arrive.
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

  private enum CodingKeys: String, CodingKey {
    case refreshToken = "refresh_token"
  }
}
