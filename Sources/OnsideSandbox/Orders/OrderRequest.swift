import CausewayJOSE
import CausewayJSON
import Foundation
import OnsideCore
import OnsideTesting

/// A client's request to pay for a product.
package struct OrderRequest: Hashable, Sendable {
  /// The idempotency key, a new one for each payment that a user approves.
  package var key: UUID
  /// The identifier of the product to buy.
  package var productIdentifier: String
  /// The price that the user approved.
  package var price: OnsidePrice
  /// The introductory price that the user approved; nil for none.
  package var introductoryPrice: OnsidePricePeriod?
  /// The discounted price that the user was shown; nil for none. The store does not charge it.
  package var discountedPrice: OnsidePricePeriod?
  /// The id of the account that was logged in when the user approved the payment.
  package var account: String
  /// The country of the storefront in which the user approved the payment, two letters.
  package var countryCode: String
  /// The app's own identifier for its user.
  package var appAccountToken: String?
  /// The id of the card that the user was shown; nil for the account's default.
  package var paymentMethod: String?

  /// Creates a request.
  package init(
    key: UUID, productIdentifier: String, price: OnsidePrice, introductoryPrice: OnsidePricePeriod? = nil,
    discountedPrice: OnsidePricePeriod? = nil, account: String, countryCode: String, appAccountToken: String? = nil,
    paymentMethod: String? = nil
  ) {
    self.key = key
    self.productIdentifier = productIdentifier
    self.price = price
    self.introductoryPrice = introductoryPrice
    self.discountedPrice = discountedPrice
    self.account = account
    self.countryCode = countryCode
    self.appAccountToken = appAccountToken
    self.paymentMethod = paymentMethod
  }

  /// Returns the SHA-256 of the request's values, which is the same for the same request in the same app, even if its
  /// JSON was written in another way.
  func fingerprint(app: String) -> [UInt8] {
    var parts: [JSONValue] = [
      .string(app), .string(productIdentifier), JSONValue(PricePayload(price)),
      introductoryPrice.map { JSONValue(PricePeriodPayload($0)) } ?? .null,
      discountedPrice.map { JSONValue(PricePeriodPayload($0)) } ?? .null, .string(account), .string(countryCode),
      appAccountToken.map(JSONValue.string) ?? .null,
    ]
    // Without a payment method, the fingerprint must be the same as before the API had this member, because the
    // database contains fingerprints from that time.
    if let paymentMethod { parts.append(.string(paymentMethod)) }
    return SHA256Hash(of: JSONValue.array(parts).jsonBytes).bytes
  }

  /// Returns whether the user approved the price that the store would charge now.
  func agrees(with product: OnsideProduct, in country: StorefrontCountry) -> Bool {
    price == product.price && introductoryPrice == product.introductoryPrice && countryCode == country.countryCode
  }
}
