import Foundation

/// What a customer has in one app.
///
/// - A subscription is one entitlement, however often it was renewed: until the latest end of a period that stands, and
///   of that period's product, as an upgrade may have changed it. The refund of a period takes that period away and no
///   other: the refund of the present one ends the subscription now, the refund of one that is over changes nothing.
/// - A consumable is one entitlement for each product, with how many were bought in all; what the customer has used up is
///   the publisher's to count.
/// - Anything else is one entitlement for each product.
public struct Entitlement: Hashable, Sendable {
  /// The bundle identifier of the app that it was bought in. Two apps can have products of the same name.
  public let bundleID: String
  /// The product.
  public let productID: String
  /// What kind of product it is.
  public let productType: InAppPurchase.ProductType
  /// How many: the sum of the orders for a consumable, otherwise that of ``orderID``.
  public let quantity: Int
  /// When it ends; nil if it does not.
  public let expiresAt: Date?
  /// The order that it comes from: the one that ends last, and of those the one that was paid first.
  public let orderID: UUID
  /// The order that began it.
  public let originalOrderID: UUID

  /// What a customer has by an order, or by several, as an ``EntitlementLedger`` sees it.
  public init(
    bundleID: String, productID: String, productType: InAppPurchase.ProductType, quantity: Int, expiresAt: Date?,
    orderID: UUID, originalOrderID: UUID
  ) {
    self.bundleID = bundleID
    self.productID = productID
    self.productType = productType
    self.quantity = quantity
    self.expiresAt = expiresAt
    self.orderID = orderID
    self.originalOrderID = originalOrderID
  }
}
