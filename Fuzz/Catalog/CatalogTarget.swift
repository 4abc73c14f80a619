import CausewayJSON
import FuzzSupport
import OnsideCore
import OnsideTesting

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, CatalogTarget.check)
}

/// The fuzzing target of StoreKit configuration files. It checks that the catalog sells exactly the products in the
/// file, and that an error describes each mistake in one line.
@MainActor enum CatalogTarget {
  private static let countries = ["USA", "NLD", "JPN"].compactMap(StorefrontCountry.init)

  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let configuration: StoreKitConfiguration
    do {
      configuration = try StoreKitConfiguration(parsing: bytes, file: "shop.storekit")
    } catch {
      return check(error)
    }
    guard let text = try? JSONValue(parsing: bytes) else { fatalError("a file that is not JSON was accepted") }
    expect(
      try StoreKitConfiguration(parsing: text.jsonBytes, file: "") == configuration,
      "the file, printed and read again, is not the same")
    let written = products(in: text)
    expect(configuration.products.count == written.count, "the number of products is wrong")
    expect(Set(configuration.products.map(\.productID)).count == written.count, "two products have the same identifier")
    for (product, value) in zip(configuration.products, written) { check(product, value) }
    check(Catalog(configuration, preferredLanguages: ["en"]))
  }

  private static func check(_ error: CatalogError) {
    expect(!error.mistakes.isEmpty, "the error lists no mistake")
    let lines = error.description.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    expect(lines.count == error.mistakes.count, "a mistake has more than one line")
    expect(
      lines.allSatisfy { $0.hasPrefix("shop.storekit: ") && $0.count < 500 },
      "a mistake does not name its file, or is too long")
  }

  /// Returns the products of all lists in the file, in the order in which `StoreKitConfiguration` has them.
  private static func products(in text: JSONValue) -> [JSONValue] {
    let groups = text["subscriptionGroups"]?.arrayValue ?? []
    return [text["products"], text["nonRenewingSubscriptions"]].flatMap { $0?.arrayValue ?? [] }
      + groups.flatMap { $0["subscriptions"]?.arrayValue ?? [] }
  }

  private static func check(_ product: StoreKitConfiguration.Product, _ text: JSONValue) {
    expect(product.productID == text["productID"]?.stringValue && !product.productID.isEmpty, "productID")
    expect(product.kind.rawValue == text["type"]?.stringValue, "type")
    expect(product.displayPrice == text["displayPrice"]?.stringValue.flatMap(Double.init), "displayPrice")
    expect(product.displayPrice.isFinite && product.displayPrice >= 0, "the price is negative or not finite")
    expect((product.kind == .recurringSubscription) == (product.subscription != nil), "subscription")
    expect(product.localizations.count == text["localizations"]?.arrayValue?.count ?? 0, "localizations")
  }

  private static func check(_ catalog: Catalog) {
    let identifiers = catalog.configuration.products.map(\.productID)
    for country in countries + [catalog.configuration.settings.storefront] {
      let response = catalog.products(identifiers + ["", identifiers.first ?? ""], in: country)
      expect(response.products.map(\.productIdentifier) == identifiers, "the catalog does not sell every product")
      expect(response.invalidProductIdentifiers == [""], "invalid identifiers")
      for (product, entry) in zip(response.products, catalog.configuration.products) {
        expect(product.price == OnsidePrice(value: entry.displayPrice, currencyCode: country.currencyCode), "price")
        expect(product.subscriptionPeriod == entry.subscription?.period, "period")
        expect(!product.localizedTitle.isEmpty, "the title is empty")
      }
    }
  }
}
