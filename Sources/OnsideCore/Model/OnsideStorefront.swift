/// A storefront: the country whose products, prices and currency the logged-in user sees.
public struct OnsideStorefront: Hashable, Codable, Sendable {
  /// The storefront's identifier. It is new in every process, so do not store it.
  public var id: String
  /// The two-letter country code, ISO 3166-1 alpha-2, such as `DE`.
  public var countryCode: String

  /// Creates a storefront, for example in tests. In an app, the client reports the storefront.
  public init(id: String, countryCode: String) {
    self.id = id
    self.countryCode = countryCode
  }
}
