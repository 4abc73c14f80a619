import Foundation

/// A country in which there can be a shop.
public struct StorefrontCountry: Hashable, Sendable {
  /// Its code of three letters, ISO 3166-1 alpha-3, such as `NLD`.
  public let alpha3: String
  /// Its code of two letters, ISO 3166-1 alpha-2, such as `NL`: a storefront's `countryCode`.
  public let countryCode: String
  /// The code of its currency, ISO 4217, such as `EUR`.
  public let currencyCode: String

  /// The United States, where a shop is if nobody says otherwise.
  public static let unitedStates = StorefrontCountry(alpha3: "USA", countryCode: "US", currencyCode: "USD")

  private init(alpha3: String, countryCode: String, currencyCode: String) {
    self.alpha3 = alpha3
    self.countryCode = countryCode
    self.currencyCode = currencyCode
  }

  /// A country by its code of two capital letters; nil if there is none, or it has no currency.
  package static func ofTwoLetters(_ countryCode: String) -> StorefrontCountry? {
    CountryTable.alpha3[countryCode].flatMap(StorefrontCountry.init)
  }

  /// A country by its code of three capital letters; nil if there is none, or it has no currency.
  public init?(_ alpha3: String) {
    guard let countryCode = CountryTable.countryCodes[alpha3],
      let currencyCode = Locale(identifier: "und_\(countryCode)").currency?.identifier,
      // The currency of Antarctica and of other places where nothing is sold.
      currencyCode != "XXX"
    else { return nil }
    self.init(alpha3: alpha3, countryCode: countryCode, currencyCode: currencyCode)
  }
}
