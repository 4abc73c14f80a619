import CausewayJSON
import Foundation

/// The payload of a signed history: purchases of one user in one app, or one purchase and its renewals.
///
/// Fields that the schema does not name are ignored, and any text is accepted as a product type or a transaction
/// reason, because the schema may grow. Every other deviation from the schema is a violation. Decisions depend on the
/// fields `order_id`, `original_order_id`, `product_id`, `product_type`, `quantity`, `purchase_date`, `fetched_at`,
/// `expires_at`, `revocation_date`, `app_account_token` and `bundle_id`. A purchase with a violation in one of them is
/// not used, because a refund or an expiry that cannot be read must not become a valid purchase. A violation in another
/// field makes its property nil.
///
/// Two more kinds of purchases are not used: an auto-renewable subscription without a date in `expires_at`, because it
/// would never end; and purchases that share an `order_id`, because each purchase must have an id of its own.
public struct TransactionHistory: Hashable, Sendable {
  /// The purchases that can be used, in the order of the payload.
  public var transactions: [InAppPurchase]
  /// All deviations from the schema, in the order of the purchases. Shared order ids come last.
  public var violations: [SchemaViolation]

  /// Creates a history of these purchases, without violations.
  public init(transactions: [InAppPurchase]) {
    self.transactions = transactions
    violations = []
  }

  /// Reads the payload of a signed history.
  ///
  /// - Throws: ``TransactionHistoryError`` if the payload is not an object with an array `transactions`, or if an
  ///   object in it has the same name twice, because another reader could use the other value. Problems of a purchase
  ///   do not throw; they are in ``violations``.
  public init(parsing payload: [UInt8]) throws(TransactionHistoryError) {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: payload, limits: JSONLimits(allowsDuplicateNames: false))
    } catch {
      throw .notJSON(error)
    }
    guard let members = json.objectValue else { throw .notAnObject }
    guard let elements = members["transactions"]?.arrayValue else { throw .noTransactions }
    var violations: [SchemaViolation] = []
    var purchases: [(index: Int, purchase: InAppPurchase)] = []
    purchases.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      var reader = PurchaseReader(index: index)
      if let purchase = reader.purchase(element) { purchases.append((index, purchase)) }
      violations += reader.violations
    }
    let shared = Self.sharedOrders(of: purchases, noting: &violations)
    transactions = purchases.map(\.purchase)
    if !shared.isEmpty { transactions.removeAll { shared.contains($0.orderID) } }
    self.violations = violations
  }

  /// Returns the order ids that several purchases share, and adds a violation for each repetition.
  private static func sharedOrders(
    of purchases: [(index: Int, purchase: InAppPurchase)], noting violations: inout [SchemaViolation]
  ) -> Set<UUID> {
    guard purchases.count > 1 else { return [] }
    var places = [UUID: Int](minimumCapacity: purchases.count)
    var shared: Set<UUID> = []
    for (index, purchase) in purchases {
      guard let first = places.updateValue(index, forKey: purchase.orderID) else { continue }
      places[purchase.orderID] = first
      shared.insert(purchase.orderID)
      violations.append(
        SchemaViolation(
          place: "transactions[\(index)].order_id", problem: "the same order as in transactions[\(first)]",
          isDecisive: true))
    }
    return shared
  }

  /// The history as a payload, with every field of the schema and nothing else.
  public var json: JSONValue {
    ["transactions": .array(transactions.map(\.json))]
  }
}
