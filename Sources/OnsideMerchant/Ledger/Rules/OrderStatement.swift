import Foundation

/// What the store said of an order at a time, as far as the ledger goes by it.
package struct OrderStatement: Hashable, Sendable {
  package var originalOrderID: UUID
  /// The app.
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

  /// What kind of product it is.
  package var type: InAppPurchase.ProductType { InAppPurchase.ProductType(rawValue: productType.text) }

  /// Whether this statement counts, and not the other one about the same order.
  ///
  /// The later one does, by `fetched_at`. Of two of the same moment the one that gives less: the revoked one, that which
  /// was revoked earlier, that which ends earlier, the smaller quantity; and then the one whose identifiers and dates
  /// come first, so that of any two different ones always the same counts.
  package func supersedes(_ other: OrderStatement) -> Bool {
    guard fetchedAt == other.fetchedAt else { return fetchedAt > other.fetchedAt }
    return rank.lexicographicallyPrecedes(other.rank) || (rank == other.rank && names < other.names)
  }

  /// What is given, the least first.
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
