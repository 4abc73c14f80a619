import CausewayJSON
import Foundation

/// An event for the publisher's server: the current state of an order that the ledger granted.
///
/// Events of the same order can arrive twice or out of order. A receiver ignores an event whose ``id`` it has seen, and an
/// event whose ``asOf`` is earlier than that of an event about the same order that it has applied.
public struct OrderEvent: Hashable, Sendable {
  /// The state of a granted order.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The purchase is valid, or its period has ended as paid.
    case valid
    /// The store refunded or revoked the purchase.
    case revoked
  }

  /// The event's identifier, which is the same in each delivery.
  public let id: UUID
  /// The order.
  public let orderID: UUID
  /// The first order of the subscription; for other products the order itself, as the store reports it.
  public let originalOrderID: UUID
  /// The customer who has the order, by the publisher's own name.
  public let customer: String
  /// The state.
  public let state: State
  /// The app's bundle identifier.
  public let bundleID: String
  /// The product's identifier.
  public let productID: String
  /// The kind of the product.
  public let productType: InAppPurchase.ProductType
  /// The quantity.
  public let quantity: Int
  /// The end of the paid period; nil if it does not end.
  public let expiresAt: Date?
  /// The time of the refund or revocation; nil for none.
  public let revokedAt: Date?
  /// The time at which the store made the statement behind this state.
  public let asOf: Date
  /// The time of the ledger's decision. It can be earlier in a later delivery, if the server's clock was ahead.
  public let createdAt: Date
  /// The number of deliveries that failed.
  public let attempts: Int

  package init(_ entry: OutboxEntry, _ order: LedgerOrder) {
    let statement = order.statement
    id = entry.event
    orderID = order.orderID
    originalOrderID = statement.originalOrderID
    customer = order.customer.text
    state = statement.revokedAt == nil ? .valid : .revoked
    bundleID = statement.bundleID.text
    productID = statement.productID.text
    productType = statement.type
    quantity = Int(clamping: statement.quantity)
    expiresAt = statement.expiresAt?.date
    revokedAt = statement.revokedAt?.date
    asOf = statement.fetchedAt.date
    createdAt = entry.createdAt.date
    attempts = entry.attempts
  }

  /// The outbox's entry behind the event.
  var entry: OutboxEntry {
    OutboxEntry(
      event: id, orderID: orderID, bundleID: ExactText(bundleID), createdAt: LedgerTime(createdAt), attempts: attempts)
  }

  /// The body of a delivery.
  package var json: JSONValue {
    [
      "id": .string(id.uuidString.lowercased()), "type": .string("order.\(state.rawValue)"),
      "created_at": .string(RFC3339.text(createdAt)), "as_of": .string(RFC3339.text(asOf)),
      "customer": .string(customer),
      "order": [
        "order_id": .string(orderID.uuidString.lowercased()),
        "original_order_id": .string(originalOrderID.uuidString.lowercased()), "bundle_id": .string(bundleID),
        "product_id": .string(productID), "product_type": .string(productType.rawValue),
        "quantity": .number(Double(quantity)), "expires_at": Self.json(expiresAt), "revoked_at": Self.json(revokedAt),
      ],
    ]
  }

  private static func json(_ date: Date?) -> JSONValue { date.map { .string(RFC3339.text($0)) } ?? .null }
}
