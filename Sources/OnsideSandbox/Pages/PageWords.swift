import CausewayJSON
import CausewayText
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
  static func price(_ product: OnsideProduct) -> (amount: String, period: String?) {
    (prices.amount(product.price), product.subscriptionPeriod?.every)
  }

  /// The offers of a subscription.
  static func offers(_ product: OnsideProduct) -> [String] {
    [
      product.introductoryPrice.map { "New: " + prices.introduction($0, before: product) },
      product.discountedPrice.map { "Offer: " + prices.discount($0) },
    ].compactMap(\.self)
  }

  /// What was charged; nil if the history does not say.
  static func amount(_ purchase: InAppPurchase) -> String? {
    guard let units = purchase.price, let currency = purchase.currency else { return nil }
    return prices.amount(OnsidePrice(minorUnits: units, currencyCode: currency))
  }

  /// Who somebody is: the address of `email:ann@example.com`, and `ann@example.com (Google)` for an account at a provider. A
  /// line may break behind its @.
  static func login(_ login: String) -> Markup {
    let (provider, name) = OnsideCredential.parts(ofAccountName: login)
    guard let provider else { return address(name ?? login) }
    guard let name else { return "\(provider.name)" }
    return "\(address(name)) (\(provider.name))"
  }

  /// A time that a person waits: `50 seconds`, `10 minutes`.
  static func time(_ seconds: Int) -> String {
    if seconds < 120 { return seconds == 1 ? "1 second" : "\(seconds) seconds" }
    return "\(seconds / 60) minutes"
  }

  /// An e-mail address or a telephone number. A line may break behind an @.
  static func address(_ address: String) -> Markup {
    let parts = PageText(address).shown(limit: longest).split(separator: "@", omittingEmptySubsequences: false)
    let rest = parts.dropFirst().map { "@<wbr>\(String($0))" as Markup }
    return "<bdi>\(String(parts[0]))\(rest)</bdi>"
  }

  /// A text that is not the store's own: it can be anything, and changes nothing of what stands beside it.
  static func shown(_ text: String) -> Markup { "<bdi>\(PageText(text).shown(limit: longest))</bdi>" }

  /// A country's name.
  static func country(_ code: String) -> String { PriceWords(countryCode: code, locale: locale).country }

  private static let longest = 300

  /// Amounts are as the pages' language writes them, wherever they are paid.
  private static var prices: PriceWords { PriceWords(countryCode: "US", locale: locale) }

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
