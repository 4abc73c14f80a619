import Foundation

/// A session with its tokens, as it is kept.
struct KeptSession: Hashable, Codable, Sendable {
  /// At which store; its tokens are shown to no other.
  let store: URL
  /// In which app.
  let app: String
  /// Who is logged in, ``OnsideSession/account``.
  let account: String
  /// What the user knows the account by; nil in what an earlier version has kept.
  var name: String?
  /// The country of the account's shop.
  var countryCode: String
  /// Shown with every call.
  var accessToken: Token
  /// For a new access token; the same until the logout.
  var refreshToken: Token
  /// When the access token is to be renewed, a while before it expires.
  var renewsAt: Date
  /// When the access token expires.
  var expiresAt: Date
}
