import CausewayJSON
import Foundation

extension InAppPurchase {
  /// The purchase as JSON, with every field of the schema, in the schema's order. Nil becomes `null`.
  ///
  /// Order ids are in lower case (RFC 9562, section 4), dates in UTC to the millisecond. A price beyond 2^53 is
  /// rounded, because a JSON number is read as a double.
  public var json: JSONValue {
    [
      "order_id": .string(orderID.uuidString.lowercased()),
      "original_order_id": .string(originalOrderID.uuidString.lowercased()),
      "product_id": .string(productID),
      "product_slug": .text(productSlug),
      "product_type": .string(productType.rawValue),
      "quantity": .number(Double(quantity)),
      "price": price.map { .number(Double($0)) } ?? .null,
      "currency": .text(currency),
      "purchase_date": .date(purchaseDate),
      "original_purchase_date": .date(originalPurchaseDate),
      "fetched_at": .date(fetchedAt),
      "expires_at": .date(expiresAt),
      "revocation_date": .date(revocationDate),
      "revocation_reason": .text(revocationReason),
      "transaction_reason": .text(transactionReason?.rawValue),
      "app_account_token": .text(appAccountToken),
      "subscription_id": .text(subscriptionID),
      "bundle_id": .string(bundleID),
      "user_country": .text(userCountry),
    ]
  }
}

extension JSONValue {
  fileprivate static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  fileprivate static func date(_ date: Date?) -> JSONValue { text(date.map(RFC3339.text)) }
}
