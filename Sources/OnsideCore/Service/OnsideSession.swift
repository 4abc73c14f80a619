/// Who is logged in, and where.
public struct OnsideSession: Hashable, Sendable {
  /// The service's name for the user, the same over all sessions.
  public var account: String
  /// The shop of the account's country.
  public var storefront: OnsideStorefront
  /// What the user knows the account by, such as an e-mail address; nil if the service does not say.
  public var name: String?

  /// A session.
  public init(account: String, storefront: OnsideStorefront, name: String? = nil) {
    self.account = account
    self.storefront = storefront
    self.name = name
  }
}

/// By what a user logs in.
public enum OnsideCredential: Hashable, Sendable {
  /// An e-mail address.
  case email(String)
  /// A telephone number.
  case phone(String)
  /// An account elsewhere, such as Apple's: the federated logins.
  case federated(OnsideIdentityProvider)
}

/// Whose accounts can be used for a login.
public enum OnsideIdentityProvider: String, Hashable, Sendable, CaseIterable {
  /// Sign in with Apple.
  case apple
  /// Sign in with Google.
  case google
}
