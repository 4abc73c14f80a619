import Foundation

/// A product or subscription that a customer owns in one app, as an ``EntitlementLedger`` computes it from the orders.
///
/// - A subscription is one entitlement, however often it was renewed. It lasts until the latest end among the periods
///   that were not refunded, and its product is the product of that period, because an upgrade may have changed it. The
///   refund of a period takes away that period only: the refund of the current period ends the subscription now, and
///   the refund of a past period changes nothing.
/// - A consumable is one entitlement for each product, with the total quantity bought. The publisher counts what the
///   customer has used up.
/// - Any other product is one entitlement for each product.
public struct Entitlement: Hashable, Sendable {
  /// The bundle identifier of the app in which the product was bought. Two apps can have products of the same name.
  public let bundleID: String
  /// The product's identifier.
  public let productID: String
  /// The kind of the product.
  public let productType: InAppPurchase.ProductType
  /// The quantity: for a consumable the sum over all its orders, otherwise the quantity of ``orderID``.
  public let quantity: Int
  /// The end of the entitlement; nil if it does not end.
  public let expiresAt: Date?
  /// The order behind the entitlement: the order that ends last. If several orders end at that time, this is the one
  /// that was purchased first.
  public let orderID: UUID
  /// The first order of the subscription. For other products, the `originalOrderID` of ``orderID``.
  public let originalOrderID: UUID

  /// Creates the entitlement that an ``EntitlementLedger`` reports.
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
