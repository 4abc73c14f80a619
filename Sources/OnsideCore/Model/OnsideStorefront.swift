/// The shop of one country, in which a user buys.
public struct OnsideStorefront: Hashable, Codable, Sendable {
  /// New in every process: not to be stored.
  public var id: String
  /// The country's code of two letters, ISO 3166-1 alpha-2, such as `DE`.
  public var countryCode: String

  /// A storefront.
  public init(id: String, countryCode: String) {
    self.id = id
    self.countryCode = countryCode
  }
}
