import CausewayJOSE
import CausewayJSON
import Foundation
import OnsideCore

/// What a client asks to have paid.
package struct OrderRequest: Hashable, Sendable {
  /// New for each payment that a user approves.
  package var key: UUID
  /// What is bought.
  package var productIdentifier: String
  /// What the user was asked for.
  package var price: OnsidePrice
  /// What the user was asked for at first.
  package var introductoryPrice: OnsidePricePeriod?
  /// What the user was shown as a discount; nothing is charged by it.
  package var discountedPrice: OnsidePricePeriod?
  /// Who the user of the sheet was.
  package var account: String
  /// In which storefront the user was asked, two letters.
  package var countryCode: String
  /// The app's own name for its user.
  package var appAccountToken: String?
  /// The id of the card that the user was shown; nil for the one in use.
  package var paymentMethod: String?

  /// A request.
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

  /// By which the same request in the same app is known again, however its JSON was written.
  func fingerprint(app: String) -> [UInt8] {
    var parts: [JSONValue] = [
      .string(app), .string(productIdentifier), price.json, introductoryPrice?.json ?? .null,
      discountedPrice?.json ?? .null, .string(account), .string(countryCode),
      appAccountToken.map(JSONValue.string) ?? .null,
    ]
    // An order that names none has the fingerprint that it had before orders could name one.
    if let paymentMethod { parts.append(.string(paymentMethod)) }
    return SHA256Hash(of: JSONValue.array(parts).jsonBytes).bytes
  }

  /// Whether the user was asked for what is charged now.
  func agrees(with product: OnsideProduct, in country: StorefrontCountry) -> Bool {
    price == product.price && introductoryPrice == product.introductoryPrice && countryCode == country.countryCode
  }
}
