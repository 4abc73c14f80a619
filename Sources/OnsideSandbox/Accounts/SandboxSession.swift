import OnsideCore

/// Who is logged in, in which app, and where.
package struct SandboxSession: Hashable, Sendable {
  /// Its number in the file.
  var number: Int64
  /// The account's id.
  package var account: String
  /// What the user knows the account by.
  package var name: String
  /// The app's bundle identifier.
  package var app: String
  /// The country of the account's storefront.
  package var country: StorefrontCountry

  /// The storefront; the same id for a country always.
  package var storefront: OnsideStorefront {
    OnsideStorefront(id: "storefront-\(country.alpha3.lowercased())", countryCode: country.countryCode)
  }
}

/// A session with the tokens that a client shows from now on.
package struct SessionTokens: Sendable {
  /// The session.
  package var session: SandboxSession
  /// Shown with each call.
  package var accessToken: SessionToken
  /// How long it is good, in seconds of real time.
  package var expiresIn: Int
  /// Gets another access token.
  package var refreshToken: SessionToken
}
