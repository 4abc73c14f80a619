/// The logged-in user and the storefront.
public struct OnsideSession: Hashable, Sendable {
  /// The service's identifier of the user, the same in all sessions.
  public var account: String
  /// The storefront of the account's country.
  public var storefront: OnsideStorefront
  /// The name by which the user knows the account, such as an e-mail address; nil if the service does not give one.
  public var name: String?

  /// Creates a session.
  public init(account: String, storefront: OnsideStorefront, name: String? = nil) {
    self.account = account
    self.storefront = storefront
    self.name = name
  }
}

/// The address, number or provider with which a user logs in.
public enum OnsideCredential: Hashable, Sendable {
  /// An e-mail address.
  case email(String)
  /// A telephone number.
  case phone(String)
  /// An account at an identity provider, such as Apple: a federated login.
  case federated(OnsideIdentityProvider)
}

/// A company whose accounts can be used to log in.
public enum OnsideIdentityProvider: String, Hashable, Sendable, CaseIterable {
  /// Sign in with Apple.
  case apple
  /// Sign in with Google.
  case google
}
