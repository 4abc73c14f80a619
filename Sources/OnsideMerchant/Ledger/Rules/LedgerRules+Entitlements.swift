import Foundation

extension LedgerRules {
  /// What a customer has by its orders, see ``Entitlement``.
  package static func entitlements(of orders: [LedgerOrder], at now: LedgerTime) -> [Entitlement] {
    Dictionary(grouping: orders.filter { $0.grant != nil && $0.statement.stands(at: now) }, by: Source.init).values
      .compactMap(entitlement)
      .sorted { one, other in
        (one.bundleID, one.productID, one.originalOrderID.uuidString, one.orderID.uuidString)
          < (other.bundleID, other.productID, other.originalOrderID.uuidString, other.orderID.uuidString)
      }
  }

  /// What makes orders one entitlement.
  private enum Source: Hashable {
    case subscription(app: String, UUID)
    case product(app: String, String, InAppPurchase.ProductType)

    init(_ order: LedgerOrder) {
      let statement = order.statement
      self =
        statement.productType == .autoRenewableSubscription
        ? .subscription(app: statement.bundleID, statement.originalOrderID)
        : .product(app: statement.bundleID, statement.productID, statement.productType)
    }
  }

  private static func entitlement(of orders: [LedgerOrder]) -> Entitlement? {
    guard let last = orders.min(by: endsLater) else { return nil }
    let statement = last.statement
    let isCounted = statement.productType == .consumable
    let quantity = isCounted ? orders.reduce(0) { sum($0, $1.statement.quantity) } : statement.quantity
    return Entitlement(
      bundleID: statement.bundleID, productID: statement.productID, productType: statement.productType,
      quantity: Int(clamping: quantity), expiresAt: statement.expiresAt?.date, orderID: last.orderID,
      originalOrderID: statement.originalOrderID)
  }

  private static func endsLater(_ one: LedgerOrder, _ other: LedgerOrder) -> Bool {
    let ends = (one.statement.expiresAt?.microseconds ?? .max, other.statement.expiresAt?.microseconds ?? .max)
    if ends.0 != ends.1 { return ends.0 > ends.1 }
    return (one.statement.purchasedAt.microseconds, one.orderID.uuidString)
      < (other.statement.purchasedAt.microseconds, other.orderID.uuidString)
  }

  /// What is too much for a number counts as the largest.
  private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, isTooLarge) = one.addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}
