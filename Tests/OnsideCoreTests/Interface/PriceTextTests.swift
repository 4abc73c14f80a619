import Foundation
import Testing

@testable import OnsideCore

/// Prices in the format of each country.
@Suite struct PriceTextTests {
  struct Amount: CustomTestStringConvertible {
    let language: String
    let country: String
    let currency: String
    let value: Double
    let shown: String

    init(_ language: String, _ country: String, _ currency: String, _ value: Double, _ shown: String) {
      (self.language, self.country, self.currency, self.value, self.shown) = (language, country, currency, value, shown)
    }

    var testDescription: String { "\(value) \(currency) for \(language) in \(country)" }
  }

  @Test(arguments: [
    Amount("de", "DE", "EUR", 4.99, "4,99 €"),
    Amount("en_US", "DE", "EUR", 4.99, "4,99 €"),
    Amount("en_GB", "IE", "EUR", 4.99, "€4.99"),
    Amount("en", "NL", "EUR", 9.99, "€ 9,99"),
    Amount("en", "US", "USD", 1_234.5, "$1,234.50"),
    Amount("en", "IN", "INR", 123_456.7, "₹1,23,456.70"),
    Amount("zh-Hant_TW", "HK", "HKD", 8, "HK$8.00"),
    // The currency of a storefront may differ from its country's currency.
    Amount("en", "DE", "USD", 5, "5,00 US$"),
    // Currencies without a minor unit, and with a minor unit of three digits.
    Amount("ja", "JP", "JPY", 500, "¥500"),
    Amount("en", "JP", "JPY", 1_500, "¥1,500"),
    Amount("ko", "KR", "KRW", 12_000, "₩12,000"),
    Amount("en", "KW", "KWD", 1.25, "KWD 1.250"),
    Amount("en", "BH", "BHD", 0.5, "BHD 0.500"),
    // The text must never show less than the amount that is charged.
    Amount("en", "US", "USD", 0.004, "$0.004"),
    Amount("en", "JP", "JPY", 0.5, "¥0.5"),
    Amount("en", "US", "USD", 4.995, "$4.995"),
    // The rounding error of a binary number must not be shown.
    Amount("en", "US", "USD", 0.1 + 0.2, "$0.30"),
    Amount("en", "US", "USD", 0, "Free"),
    // An invalid currency code is shown as a text.
    Amount("en", "US", "usd", 5, "5 usd"),
    Amount("en", "US", "E\u{202E}", 5.5, "5.5 E⟨U+202E⟩"),
  ])
  func anAmountIsWrittenAsInTheStorefrontsCountry(_ amount: Amount) {
    let words = PriceText(countryCode: amount.country, locale: Locale(identifier: amount.language))
    let shown = words.amount(OnsidePrice(value: amount.value, currencyCode: amount.currency))
    // The system may use non-breaking spaces instead of plain ones.
    #expect(
      shown.replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ") == amount.shown)
  }

  @Test(arguments: [("de", "DE", "Deutschland"), ("en", "DE", "Germany"), ("fr", "CH", "Suisse")])
  func aCountrysNameIsInTheUsersLanguage(language: String, code: String, name: String) {
    #expect(PriceText(countryCode: code, locale: Locale(identifier: language)).country == name)
  }

  @Test(arguments: [
    (OnsidePeriod.day(1), "every day"), (.day(3), "every 3 days"), (.week(1), "every week"),
    (.week(2), "every 2 weeks"),
    (.month(1), "every month"), (.month(3), "every 3 months"), (.year(1), "every year"), (.year(2), "every 2 years"),
  ])
  func periodsAreWrittenInWords(period: OnsidePeriod, words: String) {
    #expect(period.every == words)
  }

  @Test(arguments: [
    (ScreenSamples.offer(0, for: .week(1)), OnsidePeriod.month(1), "1 week free, then €9.99 a month"),
    (ScreenSamples.offer(0, for: .day(3)), .year(1), "3 days free, then €9.99 a year"),
    (ScreenSamples.offer(0.99, for: .month(1)), .month(1), "€0.99 for the first month, then €9.99 a month"),
    (ScreenSamples.offer(0.99, for: .month(3)), .month(3), "€0.99 for the first 3 months, then €9.99 every 3 months"),
    (ScreenSamples.offer(1, for: .week(2)), .week(1), "€1.00 for the first 2 weeks, then €9.99 a week"),
  ])
  func anIntroductoryPriceIsFollowedByTheRegularPrice(offer: OnsidePricePeriod, period: OnsidePeriod, words: String) {
    let product = ScreenSamples.product(9.99, every: period, first: offer)
    let price = PriceText(countryCode: "IE", locale: Locale(identifier: "en"))
    #expect(price.introduction(offer, before: product) == words)
  }

  @Test(arguments: [
    (ScreenSamples.offer(4.99, for: .month(3)), "€4.99 at a discount for 3 months"),
    (ScreenSamples.offer(4.99, for: .year(1)), "€4.99 at a discount for 1 year"),
    (ScreenSamples.offer(0, for: .month(1)), "1 month free"),
  ])
  func aDiscountStatesItsDuration(offer: OnsidePricePeriod, words: String) {
    #expect(PriceText(countryCode: "IE", locale: Locale(identifier: "en")).discount(offer) == words)
  }
}
