import CausewayJSON
import Foundation
import OnsideMerchant

/// The answer to `POST /validate`: the customer's entitlements and the decision for each order in the request.
struct ValidationAnswer: Sendable {
  let validation: Validation

  /// The body of the response.
  var json: JSONValue {
    let decisions = Dictionary(validation.decisions.map { ($0.orderID, $0.outcome) }) { first, _ in first }
    return [
      "entitlements": Self.list(validation.entitlements),
      "decisions": .array(
        validation.purchases.compactMap { purchase in
          decisions[purchase.orderID].map { json(purchase, $0) }
        }),
      "unconfirmed": .array(validation.purchases.compactMap(unconfirmed)),
    ]
  }

  private func json(_ purchase: InAppPurchase, _ outcome: LedgerDecision.Outcome) -> JSONValue {
    [
      "order_id": Self.json(purchase.orderID), "product_id": .string(purchase.productID),
      "decision": .string(outcome.rawValue), "confirmed": .bool(validation.confirmed.contains(purchase.orderID)),
    ]
  }

  private func unconfirmed(_ purchase: InAppPurchase) -> JSONValue? {
    guard let error = validation.unconfirmed[purchase.orderID] else { return nil }
    return [
      "order_id": Self.json(purchase.orderID), "product_id": .string(purchase.productID), "code": .string(error.code),
    ]
  }

  /// The text for the log, such as `1 granted, 2 alreadyGranted`. It names neither the customer nor the orders.
  var summary: String {
    let counts = LedgerDecision.Outcome.allCases.compactMap { outcome in
      let count = validation.decisions.filter { $0.outcome == outcome }.count
      return count > 0 ? "\(count) \(outcome.rawValue)" : nil
    }
    let unconfirmed = Dictionary(grouping: validation.unconfirmed.values, by: \.code)
      .map { "\($0.value.count) unconfirmed: \($0.key)" }.sorted()
    let parts = counts + unconfirmed
    return parts.isEmpty ? "no orders" : parts.joined(separator: ", ")
  }

  /// Returns the answer about a customer without a history.
  static func json(of entitlements: [Entitlement]) -> JSONValue { ["entitlements": list(entitlements)] }

  private static func list(_ entitlements: [Entitlement]) -> JSONValue { .array(entitlements.map(json)) }

  private static func json(_ entitlement: Entitlement) -> JSONValue {
    [
      "bundle_id": .string(entitlement.bundleID),
      "product_id": .string(entitlement.productID),
      "product_type": .string(entitlement.productType.rawValue),
      "quantity": .number(Double(entitlement.quantity)),
      "order_id": json(entitlement.orderID),
      "expires_at": entitlement.expiresAt.map { .string(RFC3339.text($0)) } ?? .null,
    ]
  }

  /// Writes an order's id in lower case, as Onside does.
  private static func json(_ order: UUID) -> JSONValue { .string(order.uuidString.lowercased()) }
}
