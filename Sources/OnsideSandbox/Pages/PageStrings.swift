import CausewayText
import Foundation
import OnsideCore
import OnsideMerchant
import OnsideTesting

/// The texts of the pages: times, prices and names.
enum PageStrings {
  private static let locale = Locale(identifier: "en_US")

  /// Returns a time such as `21 Nov 2026, 18:31:59 UTC`.
  static func dateAndTime(_ date: Date) -> String { format(date, "d MMM yyyy, HH:mm:ss 'UTC'") }

  /// Returns a time such as `21 Nov 2026, 18:31`.
  static func minute(_ date: Date) -> String { format(date, "d MMM yyyy, HH:mm") }

  /// Returns a number with at most three decimal places.
  static func number(_ number: Double) -> String {
    number.formatted(.number.locale(locale).precision(.fractionLength(0...3)))
  }

  /// Returns the price of a subscription with its period, such as `€9.99` and `every month`; for another product, the
  /// price and nil.
  static func price(_ product: OnsideProduct) -> (amount: String, period: String?) {
    (prices.amount(product.price), product.subscriptionPeriod?.every)
  }

  /// Returns an amount such as `€9.99`.
  static func amount(_ price: OnsidePrice) -> String { prices.amount(price) }

  /// Returns descriptions of a subscription's offers.
  static func offers(_ product: OnsideProduct) -> [String] {
    [
      product.introductoryPrice.map { "New: " + prices.introduction($0, before: product) },
      product.discountedPrice.map { "Offer: " + prices.discount($0) },
    ].compactMap(\.self)
  }

  /// Returns the amount that was charged; nil if the history does not contain it.
  static func amount(_ purchase: InAppPurchase) -> String? {
    amount(purchase.price, of: purchase)
  }

  /// Returns a part of the amount that was charged; nil for nil, or if the history does not contain the currency.
  static func amount(_ units: Int64?, of purchase: InAppPurchase) -> String? {
    guard let units, let currency = purchase.currency else { return nil }
    return prices.amount(OnsidePrice(minorUnits: units, currencyCode: currency))
  }

  /// Returns an account's name: the address of `email:ann@example.com`, or `ann@example.com (Google)` for an account at
  /// a provider. A line may break after the @.
  static func login(_ login: String) -> Markup {
    let (provider, name) = OnsideCredential.parts(ofAccountName: login)
    guard let provider else { return address(name ?? login) }
    guard let name else { return "\(provider.name)" }
    return "\(address(name)) (\(provider.name))"
  }

  /// Returns a duration such as `50 seconds` or `10 minutes`.
  static func time(_ seconds: Int) -> String {
    if seconds < 120 { return seconds == 1 ? "1 second" : "\(seconds) seconds" }
    return "\(seconds / 60) minutes"
  }

  /// Returns an e-mail address or a telephone number. A line may break after an @.
  static func address(_ address: String) -> Markup {
    let parts = PageText(address).shown(limit: longest).split(separator: "@", omittingEmptySubsequences: false)
    let rest = parts.dropFirst().map { "@<wbr>\(String($0))" as Markup }
    return "<bdi>\(String(parts[0]))\(rest)</bdi>"
  }

  /// Returns a bundle identifier. A line may break after a dot.
  static func bundleID(_ id: String) -> Markup {
    let parts = PageText(id).shown(limit: longest).split(separator: ".", omittingEmptySubsequences: false)
    let rest = parts.dropFirst().map { ".<wbr>\(String($0))" as Markup }
    return "<bdi>\(String(parts[0]))\(rest)</bdi>"
  }

  /// Returns a text from outside the store, isolated and shortened so that it cannot change the text around it.
  static func shown(_ text: String) -> Markup { "<bdi>\(PageText(text).shown(limit: longest))</bdi>" }

  /// Returns the name of a country.
  static func country(_ code: String) -> String { PriceText(countryCode: code, locale: locale).country }

  private static let longest = 300

  /// The formatter of amounts. It uses the language of the pages for every storefront.
  private static var prices: PriceText { PriceText(countryCode: "US", locale: locale) }

  private static func format(_ date: Date, _ pattern: String) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = pattern
    return formatter.string(from: date)
  }
}

extension OnsidePrice {
  /// Creates a price from ``OnsidePrice/minorUnits``.
  fileprivate init(minorUnits: Int64, currencyCode: String) {
    let one = OnsidePrice(value: 1, currencyCode: currencyCode).minorUnits
    self.init(value: Double(minorUnits) / Double(one), currencyCode: currencyCode)
  }
}

extension InAppPurchase.ProductType {
  /// The name of the product type on a page.
  var words: String {
    switch self {
    case .consumable: "Consumable"
    case .nonConsumable: "Non-consumable"
    case .nonRenewingSubscription: "Non-renewing subscription"
    case .autoRenewableSubscription: "Subscription"
    default: rawValue
    }
  }
}
