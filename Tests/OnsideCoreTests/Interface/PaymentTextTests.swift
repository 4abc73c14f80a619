import Foundation
import Testing

@testable import OnsideCore

/// The texts of a payment sheet.
@Suite struct PaymentTextTests {
  private func words(_ sheet: OnsidePaymentSheet) -> PaymentText {
    PaymentText(sheet, locale: Locale(identifier: "en"))
  }

  @Test func aOneTimePurchaseShowsItsTextsWithoutARenewal() {
    let words = words(ScreenSamples.sheet(ScreenSamples.product(4.99, "USD")))
    #expect(words.title == "Newsroom Pro")
    #expect(words.description == "All articles.")
    #expect(words.period == "once")
    #expect(words.renewal == nil)
    #expect(words.introduction == nil)
    #expect(words.discount == nil)
    #expect(words.country == "Germany")
    #expect(words.requestingOrigin == "https://shop.example")
    #expect(words.approve == "Pay")
    #expect(words.note == nil)
  }

  @Test func aSubscriptionShowsItsPeriodAndItsRenewal() {
    let words = words(ScreenSamples.sheet(ScreenSamples.product(9.99, every: .month(3))))
    #expect(words.period == "every 3 months")
    #expect(words.renewal == "every 3 months, until you cancel")
    #expect(words.approve == "Subscribe")
  }

  @Test func aFreeTrialHasTheButtonStartFreeTrial() {
    let trial = ScreenSamples.product(9.99, every: .month(1), first: ScreenSamples.offer(0, for: .week(1)))
    #expect(words(ScreenSamples.sheet(trial)).approve == "Start free trial")
    let cheaper = ScreenSamples.product(9.99, every: .month(1), first: ScreenSamples.offer(0.99, for: .week(1)))
    #expect(words(ScreenSamples.sheet(cheaper)).approve == "Subscribe")
  }

  @Test func aFreeProductHasTheButtonGet() {
    let words = words(ScreenSamples.sheet(ScreenSamples.product(0)))
    #expect(words.price == "Free")
    #expect(words.period == nil)
    #expect(words.approve == "Get")
  }

  @Test func aChangedPriceIsNoted() {
    let words = words(ScreenSamples.sheet(ScreenSamples.product(5.99), priceHasChanged: true))
    #expect(words.note?.contains("price has changed") == true)
  }

  @Test func aPaymentOfTheAppItselfShowsNoOrigin() {
    #expect(words(ScreenSamples.sheet(ScreenSamples.product(5.99), requestingOrigin: nil)).requestingOrigin == nil)
  }

  @Test func aLongOriginIsShownWhole() {
    let host = String(repeating: "very-long.", count: 25) + "example"
    #expect(
      words(ScreenSamples.sheet(ScreenSamples.product(1), requestingOrigin: "https://\(host)")).requestingOrigin
        == "https://\(host)")
  }

  @Test func theStoresTextsAreEscapedAndTruncated() {
    var product = ScreenSamples.product(4.99)
    product.localizedTitle = "\u{202E}gift\n\u{200B}" + String(repeating: "W", count: 10_000)
    product.localizedDescription = String(repeating: "lies ", count: 10_000)
    let words = words(ScreenSamples.sheet(product))
    #expect(words.title.hasPrefix("⟨U+202E⟩gift⟨line break⟩⟨U+200B⟩WWW"))
    #expect(words.title.hasSuffix(" more characters⟩"))
    #expect(words.title.unicodeScalars.count < 140)
    #expect((words.description?.unicodeScalars.count ?? 0) < 340)
    product.localizedDescription = ""
    #expect(self.words(ScreenSamples.sheet(product)).description == nil)
  }
}
