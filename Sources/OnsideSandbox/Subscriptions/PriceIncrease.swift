import Foundation
import OnsideCore

/// A price increase that a subscription meets at one of its next renewals, by the App Store's rules for increases that
/// need consent: the subscription renews at the old price until the increase takes effect. From then on it renews at the
/// new price if the customer has consented, and otherwise ends. A lower price needs no consent.
struct PriceIncrease: Hashable {
  /// The new price of a period.
  var price: OnsidePrice
  /// The time from which renewals cost the new price.
  var effective: Date
  /// Whether the customer has consented to this price.
  var hasConsent: Bool
}

extension StoredSubscription {
  /// Returns the increase that the subscription meets; nil if there is none, or if the subscription does not renew.
  /// - Parameters:
  ///   - change: the last change of the price of the product that renews; nil for none.
  ///   - product: the product that renews, with the price to which the customer agreed when buying it.
  func increase(by change: PriceChange?, of product: OnsideProduct) -> PriceIncrease? {
    guard renews, let change, change.value > product.price.value else { return nil }
    let price = OnsidePrice(value: change.value, currencyCode: product.price.currencyCode)
    return PriceIncrease(price: price, effective: change.effective, hasConsent: consentedPrice == change.value)
  }

  /// Returns the product with the price at which it renews at the end of the current period; nil if it does not renew,
  /// because an increase takes effect to which the customer has not consented. The first try decides about the price of a
  /// renewal, so that a change after it waits for the next renewal.
  func renewal(of product: OnsideProduct, after change: PriceChange?) -> OnsideProduct? {
    // The introductory price stays for all its periods, so that an increase has to wait.
    let isIntroductory = run.introductoryLeft > 0 && next == nil
    guard let change, change.effective <= run.expires, !isIntroductory, retry == nil else { return product }
    if let increase = increase(by: change, of: product), !increase.hasConsent { return nil }
    var product = product
    product.price.value = change.value
    return product
  }
}
