import Foundation
import OnsideCore
import OnsideMerchant
import OnsideTesting

/// A purchase in the store's database.
package struct SandboxOrder: Hashable, Sendable {
  /// The order's number in the database.
  var number: Int64
  /// The order's id, a UUID in lower case.
  package var id: String
  /// The id of the order that began the subscription; for another product, the order's own id.
  package var original: String
  /// The id of the account that paid.
  package var account: String
  /// The bundle identifier of the app in which the account paid.
  package var app: String
  /// The country of the account's storefront at the time of the order.
  package var country: StorefrontCountry
  /// The product's kind.
  package var kind: StoreKitConfiguration.Kind
  /// The product as it was sold.
  package var product: OnsideProduct
  /// The amount that was charged, in the currency's smallest unit.
  package var price: Int64
  /// The time of the payment.
  package var date: Date
  /// The time of the order that began the subscription; for another product, the same as ``date``.
  package var originalDate: Date
  /// The end of the time for which a subscription's order counts: the end of its period, or of the grace period after
  /// it; nil for another product.
  package var expires: Date?
  /// The time of the refund; nil if there was none.
  package var revoked: Date?
  /// The reason for the refund.
  package var revocationReason: String?
  /// Whether the store created the order because a subscription renewed.
  package var isRenewal: Bool
  /// The app's own identifier for its user.
  package var token: String?
  /// The entitlement that the order gives, which an account has at most once; nil for a product that can be bought
  /// again.
  package var entitlement: String?
  /// The part of the price that the customer got back, in the currency's smallest unit, because another subscription of
  /// the group replaced this one before its period ended; nil if none did. The published history does not contain it.
  var proratedRefund: Int64?

  /// The part of the order that the SDK gets.
  package var order: OnsideOrder {
    OnsideOrder(id: id, originalID: original, product: product, appAccountToken: token)
  }
}

extension InAppPurchase {
  /// Creates the entry of the signed history for an order.
  /// - Parameter fetchedAt: the time at which the history is made.
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
