import Foundation
import OnsideCore
import OnsideMerchant

/// A purchase as the store keeps it.
package struct SandboxOrder: Hashable, Sendable {
  /// Its number in the file.
  var number: Int64
  /// The order's id, a UUID in lower case.
  package var id: String
  /// The order that began the subscription; else the order itself.
  package var original: String
  /// Who paid.
  package var account: String
  /// In which app, by its bundle identifier.
  package var app: String
  /// In which country, three letters.
  package var country: StorefrontCountry
  /// What kind of product it is.
  package var kind: StoreKitConfiguration.Kind
  /// The product as it was sold.
  package var product: OnsideProduct
  /// What was charged, in the currency's smallest unit.
  package var price: Int64
  /// When.
  package var date: Date
  /// When the subscription began.
  package var originalDate: Date
  /// When the period ends, of a subscription.
  package var expires: Date?
  /// When it was taken back.
  package var revoked: Date?
  /// Why.
  package var revocationReason: String?
  /// Whether the store made it, when a period ended.
  package var isRenewal: Bool
  /// The app's own name for its user.
  package var token: String?
  /// What the account has once at most by it; nil for what can be bought again.
  package var entitlement: String?

  /// What the SDK is told of it.
  package var order: OnsideOrder {
    OnsideOrder(id: id, originalID: original, product: product, appAccountToken: token)
  }
}

extension InAppPurchase {
  /// What the signed history says of an order.
  /// - Parameter fetchedAt: when it says so.
  init?(_ order: SandboxOrder, fetchedAt: Date) {
    guard let id = UUID(uuidString: order.id), let original = UUID(uuidString: order.original) else { return nil }
    self.init(
      orderID: id, originalOrderID: original, productID: order.product.productIdentifier,
      productType: ProductType(order.kind), price: order.price, currency: order.product.price.currencyCode,
      purchaseDate: order.date, originalPurchaseDate: order.originalDate, fetchedAt: fetchedAt,
      expiresAt: order.expires, revocationDate: order.revoked, revocationReason: order.revocationReason,
      transactionReason: order.isRenewal ? .renewal : .purchase, appAccountToken: order.token,
      subscriptionID: order.product.subscriptionGroupIdentifier, bundleID: order.app,
      userCountry: order.country.countryCode)
  }
}

extension InAppPurchase.ProductType {
  fileprivate init(_ kind: StoreKitConfiguration.Kind) {
    switch kind {
    case .consumable: self = .consumable
    case .nonConsumable: self = .nonConsumable
    case .nonRenewingSubscription: self = .nonRenewingSubscription
    case .recurringSubscription: self = .autoRenewableSubscription
    }
  }
}
