import Foundation

extension LedgerRules {
  /// Computes what a customer owns from the customer's orders. ``Entitlement`` describes the rules.
  package static func entitlements(of orders: [LedgerOrder], at now: LedgerTime) -> [Entitlement] {
    Dictionary(grouping: orders.filter { $0.grant != nil && $0.statement.stands(at: now) }, by: Source.init).values
      .compactMap(entitlement)
      .sorted { sortKey($0) < sortKey($1) }
  }

  private static func sortKey(_ entitlement: Entitlement) -> (ExactText, ExactText, String, String) {
    (
      ExactText(entitlement.bundleID), ExactText(entitlement.productID), entitlement.originalOrderID.uuidString,
      entitlement.orderID.uuidString
    )
  }

  /// The key that groups orders into one entitlement.
  private enum Source: Hashable {
    case subscription(app: ExactText, UUID)
    case product(app: ExactText, ExactText, type: ExactText)

    init(_ order: LedgerOrder) {
      let statement = order.statement
      self =
        statement.type == .autoRenewableSubscription
        ? .subscription(app: statement.bundleID, statement.originalOrderID)
        : .product(app: statement.bundleID, statement.productID, type: statement.productType)
    }
  }

  private static func entitlement(of orders: [LedgerOrder]) -> Entitlement? {
    guard let last = orders.min(by: endsLater) else { return nil }
    let statement = last.statement
    let isCounted = statement.type == .consumable
    let quantity = isCounted ? orders.reduce(0) { sum($0, $1.statement.quantity) } : statement.quantity
    return Entitlement(
      bundleID: statement.bundleID.text, productID: statement.productID.text, productType: statement.type,
      quantity: Int(clamping: quantity), expiresAt: statement.expiresAt?.date, orderID: last.orderID,
      originalOrderID: statement.originalOrderID)
  }

  private static func endsLater(_ one: LedgerOrder, _ other: LedgerOrder) -> Bool {
    let ends = (one.statement.expiresAt?.microseconds ?? .max, other.statement.expiresAt?.microseconds ?? .max)
    if ends.0 != ends.1 { return ends.0 > ends.1 }
    let purchases = (one.statement.purchasedAt.microseconds, other.statement.purchasedAt.microseconds)
    if purchases.0 != purchases.1 { return purchases.0 < purchases.1 }
    return one.orderID.uuidString < other.orderID.uuidString
  }

  /// Adds two quantities. A sum that is too large becomes `Int64.max`, because an overflow must not crash the backend.
  private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, isTooLarge) = one.addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}
