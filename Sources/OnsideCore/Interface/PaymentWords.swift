import Causeway
import CausewayText
import Foundation

/// What a payment sheet says, on every platform.
///
/// Amounts and the country's name are in the user's language as it is used in the storefront's country. The sentences
/// around them are in English.
package struct PaymentWords: Hashable, Sendable {
  /// The product's name.
  package let title: String
  /// What it is; nil if the store says nothing.
  package let description: String?
  /// The price, large: `€9.99`, or `Free`.
  package let price: String
  /// How often that is paid: `every month`, or `once`; nil for what is free.
  package let period: String?
  /// What a new subscriber pays at first: `1 week free, then €9.99 a month`.
  package let introduction: String?
  /// What a subscriber pays to stay or to come back: `€4.99 at a discount for 3 months`.
  package let discount: String?
  /// When a subscription renews: `every month, until you cancel`; nil for what is no subscription.
  package let renewal: String?
  /// The storefront's country.
  package let country: String
  /// Who asked, in full; nil for the app itself.
  package let asker: String?
  /// What the button says that pays.
  package let approve: String
  /// That the price is another than the one that was approved; nil if it is not.
  package let note: String?
  /// Why the payment method was declined; nil if it was not.
  package let problem: String?
  /// Who pays; nil if the store does not say.
  package let payer: String?

  /// - Parameter locale: the user's; its language counts.
  package init(_ sheet: OnsidePaymentSheet, locale: Locale = .current) {
    let product = sheet.product
    let words = PriceWords(countryCode: sheet.storefront.countryCode, locale: locale)
    title = PageText(product.localizedTitle).shown(limit: 100)
    description =
      product.localizedDescription.isEmpty ? nil : PageText(product.localizedDescription).shown(limit: 300)
    price = words.amount(product.price)
    period = product.price.value == 0 ? nil : product.subscriptionPeriod?.every ?? "once"
    introduction = product.introductoryPrice.map { words.introduction($0, before: product) }
    discount = product.discountedPrice.map(words.discount)
    renewal = product.subscriptionPeriod.map { "\($0.every), until you cancel" }
    country = words.country
    asker = sheet.asker.map(ScreenAsker.shown)
    approve = Self.approval(of: product)
    payer = sheet.payer.map { PageText($0).shown(limit: 100) }
    problem =
      if case .declined(let reason) = sheet.occasion {
        "\(Self.sentence(reason)) Nothing was paid. You can pay with another card."
      } else {
        nil
      }
    note =
      sheet.priceHasChanged ? "The price has changed since you agreed to it. Nothing has been paid yet." : nil
  }

  /// The store's words, as a sentence.
  private static func sentence(_ reason: String) -> String {
    let text = PageText(reason).shown(limit: 300)
    if text.isEmpty { return "The card was declined." }
    return text.hasSuffix(".") ? text : text + "."
  }

  private static func approval(of product: OnsideProduct) -> String {
    if product.introductoryPrice?.price.value == 0 { return "Start free trial" }
    if product.price.value == 0 { return "Get" }
    return product.subscriptionPeriod == nil ? "Pay" : "Subscribe"
  }
}
