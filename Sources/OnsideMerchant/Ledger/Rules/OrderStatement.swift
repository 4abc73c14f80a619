import Foundation

/// The part of the store's statement about an order that the ledger uses.
package struct OrderStatement: Hashable, Sendable {
  package var originalOrderID: UUID
  /// The app's bundle identifier.
  package var bundleID: ExactText
  package var productID: ExactText
  /// The raw value of ``type``.
  package var productType: ExactText
  package var quantity: Int64
  package var purchasedAt: LedgerTime
  package var fetchedAt: LedgerTime
  package var expiresAt: LedgerTime?
  package var revokedAt: LedgerTime?

  package init(
    originalOrderID: UUID, bundleID: ExactText, productID: ExactText, productType: ExactText, quantity: Int64,
    purchasedAt: LedgerTime, fetchedAt: LedgerTime, expiresAt: LedgerTime?, revokedAt: LedgerTime?
  ) {
    self.originalOrderID = originalOrderID
    self.bundleID = bundleID
    self.productID = productID
    self.productType = productType
    self.quantity = quantity
    self.purchasedAt = purchasedAt
    self.fetchedAt = fetchedAt
    self.expiresAt = expiresAt
    self.revokedAt = revokedAt
  }
}

extension OrderStatement {
  package init(_ purchase: InAppPurchase) {
    self.init(
      originalOrderID: purchase.originalOrderID, bundleID: ExactText(purchase.bundleID),
      productID: ExactText(purchase.productID), productType: ExactText(purchase.productType.rawValue),
      quantity: Int64(purchase.quantity),
      purchasedAt: LedgerTime(purchase.purchaseDate),
      fetchedAt: LedgerTime(purchase.fetchedAt), expiresAt: purchase.expiresAt.map(LedgerTime.init),
      revokedAt: purchase.revocationDate.map(LedgerTime.init))
  }

  /// The kind of the product.
  package var type: InAppPurchase.ProductType { InAppPurchase.ProductType(rawValue: productType.text) }

  /// Returns whether this statement replaces another statement about the same order.
  ///
  /// The later `fetched_at` wins. If both are equal, the statement that grants less wins: the one with the earlier
  /// revocation (a statement without a revocation counts as the latest). If the revocations are equal too, the earlier
  /// end decides, then the smaller quantity, then the earlier purchase, and finally the identifiers. The result is
  /// therefore independent of the order in which the statements arrive.
  package func supersedes(_ other: OrderStatement) -> Bool {
    guard fetchedAt == other.fetchedAt else { return fetchedAt > other.fetchedAt }
    return rank.lexicographicallyPrecedes(other.rank) || (rank == other.rank && names < other.names)
  }

  /// Returns whether this statement differs from another one about the same order in more than its time.
  package func isNews(after other: OrderStatement) -> Bool {
    var same = other
    same.fetchedAt = fetchedAt
    return self != same
  }

  /// The sort key by which a statement that grants less comes first.
  private var rank: [Int64] {
    let never = Int64.max
    return [
      revokedAt?.microseconds ?? never, expiresAt?.microseconds ?? never, quantity, purchasedAt.microseconds,
    ]
  }

  private var names: (ExactText, ExactText, ExactText, String) {
    (bundleID, productID, productType, originalOrderID.uuidString)
  }
}
