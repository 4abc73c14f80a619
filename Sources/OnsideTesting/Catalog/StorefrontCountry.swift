import Foundation

/// A country that can have a storefront.
public struct StorefrontCountry: Hashable, Sendable {
  /// The three-letter code, ISO 3166-1 alpha-3, such as `NLD`.
  public let alpha3: String
  /// The two-letter code, ISO 3166-1 alpha-2, such as `NL`: the storefront's `countryCode`.
  public let countryCode: String
  /// The currency code, ISO 4217, such as `EUR`.
  public let currencyCode: String

  /// The United States: the default country.
  public static let unitedStates = StorefrontCountry(alpha3: "USA", countryCode: "US", currencyCode: "USD")

  private init(alpha3: String, countryCode: String, currencyCode: String) {
    self.alpha3 = alpha3
    self.countryCode = countryCode
    self.currencyCode = currencyCode
  }

  /// Returns the country with a two-letter code in capitals; nil if no country has the code, or the country has no
  /// currency.
  package static func ofTwoLetters(_ countryCode: String) -> StorefrontCountry? {
    CountryTable.alpha3[countryCode].flatMap(StorefrontCountry.init)
  }

  /// Creates a country from a three-letter code in capitals; nil if no country has the code, or the country has no
  /// currency.
  public init?(_ alpha3: String) {
    guard let countryCode = CountryTable.countryCodes[alpha3],
      let currencyCode = Locale(identifier: "und_\(countryCode)").currency?.identifier,
      // XXX is the code for "no currency", which Foundation returns for Antarctica, for example.
      currencyCode != "XXX"
    else { return nil }
    self.init(alpha3: alpha3, countryCode: countryCode, currencyCode: currencyCode)
  }
}
