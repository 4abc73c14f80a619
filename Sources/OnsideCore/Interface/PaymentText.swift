import CausewayText
import Foundation

/// The texts of a payment sheet, the same on every platform.
///
/// Amounts and the country's name are in the user's language, and amounts have the format of the storefront's country.
/// All other words are in English.
package struct PaymentText: Hashable, Sendable {
  /// The product's name.
  package let title: String
  /// The product's description; nil if the store gives none.
  package let description: String?
  /// The price, in the sheet's largest text: `€9.99`, or `Free`.
  package let price: String
  /// The frequency of the payment: `every month`, or `once`; nil for a free product.
  package let period: String?
  /// The introductory price: `1 week free, then €9.99 a month`; nil if there is none.
  package let introduction: String?
  /// The discounted price: `€4.99 at a discount for 3 months`; nil if there is none.
  package let discount: String?
  /// The renewal of a subscription: `every month, until you cancel`; nil for other products.
  package let renewal: String?
  /// The name of the storefront's country.
  package let country: String
  /// The requesting origin, in full; nil for the app itself.
  package let requestingOrigin: String?
  /// The title of the button that pays.
  package let approve: String
  /// The note that the price has changed since the user approved it; nil if it has not.
  package let note: String?
  /// The reason why the payment method was declined; nil if it was not.
  package let problem: String?
  /// The name of the paying account; nil if the store does not give one.
  package let payer: String?

  /// - Parameter locale: the user's locale; only its language is used.
  package init(_ sheet: OnsidePaymentSheet, locale: Locale = .current) {
    let product = sheet.product
    let words = PriceText(countryCode: sheet.storefront.countryCode, locale: locale)
    title = PageText(product.localizedTitle).shown(limit: 100)
    description =
      product.localizedDescription.isEmpty ? nil : PageText(product.localizedDescription).shown(limit: 300)
    price = words.amount(product.price)
    period = product.price.value == 0 ? nil : product.subscriptionPeriod?.every ?? "once"
    introduction = product.introductoryPrice.map { words.introduction($0, before: product) }
    discount = product.discountedPrice.map(words.discount)
    renewal = product.subscriptionPeriod.map { "\($0.every), until you cancel" }
    country = words.country
    requestingOrigin = sheet.requestingOrigin.map(RequestingOriginText.shown)
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

  /// Returns the store's reason as a complete sentence.
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
