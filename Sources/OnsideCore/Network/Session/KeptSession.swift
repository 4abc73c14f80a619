import Foundation

/// A session with its tokens, as it is stored on the device.
struct KeptSession: Hashable, Codable, Sendable {
  /// The store's URL. The tokens are sent to no other store.
  let store: URL
  /// The app's bundle identifier.
  let app: String
  /// The logged-in account, ``OnsideSession/account``.
  let account: String
  /// The name of the account that the user knows; nil if an earlier version stored the session.
  var name: String?
  /// The country of the account's storefront.
  var countryCode: String
  /// The token that is sent with every request.
  var accessToken: Token
  /// The token for a new access token; the same until the logout.
  var refreshToken: Token
  /// The time at which the access token is renewed, some time before it expires.
  var renewsAt: Date
  /// The time at which the access token expires.
  var expiresAt: Date
}
