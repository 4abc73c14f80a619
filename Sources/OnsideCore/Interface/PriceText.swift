import CausewayText
import Foundation

/// The texts for amounts and offers in one country.
package struct PriceText {
  private let locale: Locale
  /// The country's name in the user's language, or its code if the system has no name for it.
  package let country: String

  /// - Parameters:
  ///   - countryCode: the storefront's country, two letters.
  ///   - locale: the user's locale; only its language is used.
  package init(countryCode: String, locale: Locale) {
    var components = Locale.Components(locale: locale)
    components.region = Locale.Region(countryCode)
    self.locale = Locale(components: components)
    country = locale.localizedString(forRegionCode: countryCode) ?? PageText(countryCode).shown(limit: 16)
  }

  /// Returns an amount with the fraction digits of its currency, or with more if the amount would otherwise be rounded,
  /// because the user must see exactly the amount that is charged.
  package func amount(_ price: OnsidePrice) -> String {
    if price.value == 0 { return "Free" }
    let code = price.currencyCode
    guard code.utf8.count == 3, code.utf8.allSatisfy({ (65...90).contains($0) }) else {
      let number = FloatingPointFormatStyle<Double>(locale: locale).precision(.fractionLength(0...Self.mostDigits))
      return "\(number.format(price.value)) \(PageText(code).shown(limit: 16))"
    }
    let style = FloatingPointFormatStyle<Double>.Currency(code: code)
    let digits = OnsidePrice.fractionDigits(of: code)
    return style.locale(locale).precision(.fractionLength(digits...Self.mostDigits)).format(price.value)
  }

  /// Returns the text for an introductory price: `1 week free, then €9.99 a month`.
  package func introduction(_ offer: OnsidePricePeriod, before product: OnsideProduct) -> String {
    let later = amount(product.price) + (product.subscriptionPeriod.map { " \($0.perPeriod)" } ?? "")
    if offer.price.value == 0 { return "\(offer.period.length) free, then \(later)" }
    return "\(amount(offer.price)) for the first \(offer.period.lengthOfFirst), then \(later)"
  }

  /// Returns the text for a discounted price: `€4.99 at a discount for 3 months`.
  package func discount(_ offer: OnsidePricePeriod) -> String {
    if offer.price.value == 0 { return "\(offer.period.length) free" }
    return "\(amount(offer.price)) at a discount for \(offer.period.length)"
  }

  /// The maximum number of fraction digits: enough for the smallest unit of every currency, and few enough to hide
  /// rounding errors of `Double`.
  private static let mostDigits = 6
}
