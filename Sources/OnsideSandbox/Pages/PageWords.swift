import Foundation
import OnsideCore
import OnsideMerchant

/// How the pages say things.
enum PageWords {
  private static let locale = Locale(identifier: "en_US")

  /// `21 Nov 2026, 18:31:59 UTC`.
  static func dateAndTime(_ date: Date) -> String { format(date, "d MMM yyyy, HH:mm:ss 'UTC'") }

  /// `21 Nov 2026, 18:31`.
  static func minute(_ date: Date) -> String { format(date, "d MMM yyyy, HH:mm") }

  /// A number with no more digits than it needs.
  static func number(_ number: Double) -> String {
    number.formatted(.number.locale(locale).precision(.fractionLength(0...3)))
  }

  /// How a subscription is paid, such as `€9.99 every month`; else the amount alone.
  static func price(_ product: OnsideProduct, in country: StorefrontCountry) -> (amount: String, period: String?) {
    let words = words(country.countryCode)
    return (words.amount(product.price), product.subscriptionPeriod?.every)
  }

  /// The offers of a subscription.
  static func offers(_ product: OnsideProduct, in country: StorefrontCountry) -> [String] {
    let words = words(country.countryCode)
    return [
      product.introductoryPrice.map { "New: " + words.introduction($0, before: product) },
      product.discountedPrice.map { "Offer: " + words.discount($0) },
    ].compactMap(\.self)
  }

  /// What was charged; nil if the history does not say.
  static func amount(_ purchase: InAppPurchase) -> String? {
    guard let units = purchase.price, let currency = purchase.currency else { return nil }
    let price = OnsidePrice(minorUnits: units, currencyCode: currency)
    return words(purchase.userCountry ?? "US").amount(price)
  }

  /// Who somebody is: the address of `email:ann@example.com`.
  static func login(_ login: String) -> String {
    login.firstIndex(of: ":").map { String(login[login.index(after: $0)...]) } ?? login
  }

  /// A country's name.
  static func country(_ code: String) -> String { words(code).country }

  private static func words(_ countryCode: String) -> PriceWords {
    PriceWords(countryCode: countryCode, locale: locale)
  }

  private static func format(_ date: Date, _ pattern: String) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = pattern
    return formatter.string(from: date)
  }
}

extension OnsidePrice {
  /// The reverse of ``OnsidePrice/minorUnits``.
  fileprivate init(minorUnits: Int64, currencyCode: String) {
    let one = OnsidePrice(value: 1, currencyCode: currencyCode).minorUnits
    self.init(value: Double(minorUnits) / Double(one), currencyCode: currencyCode)
  }
}

extension InAppPurchase.ProductType {
  /// Its name on a page.
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
