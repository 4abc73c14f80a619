import Foundation

/// A session with its tokens, as it is stored on the device.
struct KeptSession: Hashable, Codable, Sendable {
  /// The store's URL. The tokens are sent to no other store.
  let store: URL
  /// The app's bundle identifier.
  let app: String
  /// The logged-in account, ``OnsideSession/account``.
  let account: String
  /// The name by which the user knows the account; nil if the store gave none, or if an earlier version stored the
  /// session.
  var name: String?
  /// The country of the account's storefront.
  var countryCode: String
  /// The token that is sent with every request.
  var accessToken: Token
  /// The token with which a new access token is requested.
  var refreshToken: Token
  /// The time after which the next request renews the access token before it is sent: at most 60 s before
  /// ``expiresAt``.
  var renewsAt: Date
  /// The time at which the access token expires.
  var expiresAt: Date
}
