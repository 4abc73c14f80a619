import Foundation
import OnsideCore

/// The products of local testing, with prices and texts for the storefront of a country.
public struct Catalog: Sendable {
  /// The content of the StoreKit configuration file.
  public let configuration: StoreKitConfiguration
  private let positions: [String: Int]
  private let languages: [String: TextLanguage]
  private let preferredLanguages: [TextLanguage]

  /// Creates a catalog.
  ///
  /// - Parameter preferredLanguages: the user's languages, the preferred one first. They are used for a product without
  ///   texts in the storefront's language.
  public init(_ configuration: StoreKitConfiguration, preferredLanguages: [String] = Locale.preferredLanguages) {
    self.configuration = configuration
    positions = Dictionary(
      configuration.products.indices.map { (configuration.products[$0].productID, $0) },
      uniquingKeysWith: { first, _ in first })
    let locales = Set(configuration.products.lazy.flatMap(\.localizations).map(\.locale))
    languages = Dictionary(uniqueKeysWithValues: locales.map { ($0, TextLanguage(locale: $0)) })
    self.preferredLanguages = preferredLanguages.map(TextLanguage.init)
  }

  /// Reads a StoreKit configuration file.
  ///
  /// - Throws: ``CatalogError`` with all mistakes in the file, or with the reason why it cannot be read.
  public init(contentsOf file: URL) throws(CatalogError) {
    self.init(try StoreKitConfiguration(contentsOf: file))
  }

  /// Returns the file's product with this identifier; nil if there is none.
  public func entry(_ productIdentifier: String) -> StoreKitConfiguration.Product? {
    positions[productIdentifier].map { configuration.products[$0] }
  }

  /// Returns a product with the prices and texts for a country; nil if no product has this identifier.
  public func product(_ productIdentifier: String, in country: StorefrontCountry) -> OnsideProduct? {
    entry(productIdentifier).map { product($0, in: country, wanted: wantedLanguages(in: country)) }
  }

  /// Returns the products with these identifiers, in the order of the identifiers, and the identifiers without a
  /// product. Ignores duplicates.
  public func products(_ identifiers: [String], in country: StorefrontCountry) -> OnsideProductsResponse {
    let wanted = wantedLanguages(in: country)
    var response = OnsideProductsResponse(products: [], invalidProductIdentifiers: [])
    var seen: Set<String> = []
    for identifier in identifiers where seen.insert(identifier).inserted {
      if let entry = entry(identifier) {
        response.products.append(product(entry, in: country, wanted: wanted))
      } else {
        response.invalidProductIdentifiers.append(identifier)
      }
    }
    return response
  }

  /// Returns the file's language or else the storefront's, followed by the user's languages.
  private func wantedLanguages(in country: StorefrontCountry) -> [TextLanguage] {
    [TextLanguage(locale: configuration.settings.locale ?? "und_\(country.countryCode)")] + preferredLanguages
  }

  private func product(
    _ entry: StoreKitConfiguration.Product, in country: StorefrontCountry, wanted: [TextLanguage]
  ) -> OnsideProduct {
    let texts = entry.localizations.best(for: wanted) { languages[$0] ?? TextLanguage(locale: $0) }
    let titles = [texts?.displayName, entry.referenceName, entry.productID]
    func price(_ value: Double) -> OnsidePrice { OnsidePrice(value: value, currencyCode: country.currencyCode) }
    func price(_ offer: StoreKitConfiguration.Offer) -> OnsidePricePeriod {
      OnsidePricePeriod(price: price(offer.displayPrice), period: offer.period)
    }
    return OnsideProduct(
      productIdentifier: entry.productID,
      localizedTitle: titles.lazy.compactMap { $0 }.first { !$0.isEmpty } ?? entry.productID,
      localizedDescription: texts?.description ?? entry.referenceName ?? "",
      price: price(entry.displayPrice),
      subscriptionPeriod: entry.subscription?.period,
      subscriptionGroupIdentifier: entry.subscription?.groupID,
      introductoryPrice: entry.subscription?.introductoryOffer.map(price),
      discountedPrice: entry.subscription?.adHocOffers.first.map(price))
  }
}
