import Causeway
import CausewayText
import Foundation

/// Amounts and offers in words, for one country.
package struct PriceWords {
  private let locale: Locale
  /// The country's name in the user's language, or its code if it has none.
  package let country: String

  /// - Parameters:
  ///   - countryCode: the storefront's, two letters.
  ///   - locale: the user's; its language counts.
  package init(countryCode: String, locale: Locale) {
    var components = Locale.Components(locale: locale)
    components.region = Locale.Region(countryCode)
    self.locale = Locale(components: components)
    country = locale.localizedString(forRegionCode: countryCode) ?? PageText(countryCode).shown(limit: 16)
  }

  /// An amount with as many digits as its currency has, or with more if it would be shown rounded otherwise: nobody is to
  /// agree to less than is charged.
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

  /// `1 week free, then €9.99 a month`.
  package func introduction(_ offer: OnsidePricePeriod, before product: OnsideProduct) -> String {
    let later = amount(product.price) + (product.subscriptionPeriod.map { " \($0.perPeriod)" } ?? "")
    if offer.price.value == 0 { return "\(offer.period.length) free, then \(later)" }
    return "\(amount(offer.price)) for the first \(offer.period.lengthOfFirst), then \(later)"
  }

  /// `€4.99 at a discount for 3 months`.
  package func discount(_ offer: OnsidePricePeriod) -> String {
    if offer.price.value == 0 { return "\(offer.period.length) free" }
    return "\(amount(offer.price)) at a discount for \(offer.period.length)"
  }

  /// Below any smallest unit, and above the noise of a `Double`.
  private static let mostDigits = 6
}
