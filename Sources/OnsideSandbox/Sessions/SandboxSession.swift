import OnsideCore
import OnsideTesting

/// A login of an account in one app.
package struct SandboxSession: Hashable, Sendable {
  /// The session's number in the database.
  var number: Int64
  /// The account's id.
  package var account: String
  /// The name that is shown to the user, such as an e-mail address.
  package var name: String
  /// The app's bundle identifier.
  package var app: String
  /// The country of the account's storefront.
  package var country: StorefrontCountry

  /// The storefront. Its id depends on the country only.
  package var storefront: OnsideStorefront {
    OnsideStorefront(id: "storefront-\(country.alpha3.lowercased())", countryCode: country.countryCode)
  }
}

/// A session and the tokens that its client uses from now on.
package struct SessionTokens: Sendable {
  /// The session.
  package var session: SandboxSession
  /// The token that the client sends with each call.
  package var accessToken: SessionToken
  /// The lifetime of the access token, in seconds of real time.
  package var expiresIn: Int
  /// The token that the client exchanges for a new access token.
  package var refreshToken: SessionToken
}
