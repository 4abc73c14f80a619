import CausewayJSON
import Foundation
import OnsideMerchant

/// Purchases and histories in the format of the published schema.
enum PurchaseForms {
  static let order = "6f1d2c3b-0a4e-4b5f-8c6d-7e8f9a0b1c2d"

  /// Returns a purchase with every field, and with these changes. A change to nil removes the field.
  static func purchase(_ changes: KeyValuePairs<String, JSONValue?> = [:]) -> JSONValue {
    var members: JSONObject = [
      "order_id": .string(order), "original_order_id": .string(order), "product_id": "com.example.shop.pro",
      "product_slug": "pro", "product_type": "NON_CONSUMABLE", "quantity": 1, "price": 499, "currency": "EUR",
      "purchase_date": "2026-01-31T12:00:00Z", "original_purchase_date": "2026-01-31T12:00:00Z",
      "fetched_at": "2026-01-31T12:00:01.5Z", "expires_at": nil, "revocation_date": nil, "revocation_reason": nil,
      "transaction_reason": "PURCHASE", "app_account_token": nil, "subscription_id": nil,
      "bundle_id": "com.example.shop", "user_country": "DE",
    ]
    for (key, value) in changes { members[key] = value }
    return .object(members)
  }

  static func payload(_ transactions: JSONValue...) -> [UInt8] {
    JSONValue.object(["transactions": .array(transactions)]).jsonBytes
  }

  /// Returns a history of one purchase.
  static func history(_ changes: KeyValuePairs<String, JSONValue?> = [:]) throws -> TransactionHistory {
    try TransactionHistory(parsing: payload(purchase(changes)))
  }
}
