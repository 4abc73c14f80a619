import Foundation
import OnsideMerchant
import Testing

/// The fields of a purchase, as the published schema defines them.
@Suite("The history, as the published schema defines it") struct PurchaseFieldTests {
  @Test("Every field has the schema's name")
  func everyField() throws {
    let purchase = try #require(
      try PurchaseForms.history([
        "original_order_id": "00000000-0000-4000-8000-000000000001", "product_type": "AUTO_RENEWABLE_SUBSCRIPTION",
        "quantity": 3, "original_purchase_date": "2025-12-31T12:00:00Z", "expires_at": "2026-02-28T12:00:00Z",
        "revocation_date": "2026-02-01T00:00:00Z", "revocation_reason": "asked for", "transaction_reason": "RENEWAL",
        "app_account_token": "user-1", "subscription_id": "group-1",
      ]).transactions.first)
    #expect(
      purchase
        == InAppPurchase(
          orderID: try #require(UUID(uuidString: PurchaseForms.order)),
          originalOrderID: try #require(UUID(uuidString: "00000000-0000-4000-8000-000000000001")),
          productID: "com.example.shop.pro", productSlug: "pro", productType: .autoRenewableSubscription, quantity: 3,
          price: 499, currency: "EUR", purchaseDate: Date(timeIntervalSince1970: 1_769_860_800),
          originalPurchaseDate: Date(timeIntervalSince1970: 1_767_182_400),
          fetchedAt: Date(timeIntervalSince1970: 1_769_860_801.5),
          expiresAt: Date(timeIntervalSince1970: 1_772_280_000),
          revocationDate: Date(timeIntervalSince1970: 1_769_904_000), revocationReason: "asked for",
          transactionReason: .renewal, appAccountToken: "user-1", subscriptionID: "group-1",
          bundleID: "com.example.shop", userCountry: "DE"))
  }

  @Test(
    "A field that is null becomes nil",
    arguments: [
      "product_slug", "expires_at", "revocation_date", "revocation_reason", "app_account_token", "subscription_id",
    ])
  func nullable(key: String) throws {
    let history = try PurchaseForms.history([key: .some(.null)])
    #expect(history.violations.isEmpty)
    #expect(history.transactions.first?.json[key] == .null)
  }

  @Test("A purchase is written with every field in the schema's order, and is read as the same")
  func writing() throws {
    let form = PurchaseForms.purchase()
    let history = try TransactionHistory(parsing: PurchaseForms.payload(form))
    #expect(history.transactions.first?.json.objectValue?.keys == form.objectValue?.keys)
    #expect(try TransactionHistory(parsing: history.json.jsonBytes) == history)
  }

  @Test("A price is an integer in the smallest unit, even if it is large")
  func prices() throws {
    #expect(try PurchaseForms.history(["price": 9_007_199_254_740_991]).transactions.first?.price == (1 << 53) - 1)
    #expect(try PurchaseForms.history(["price": 0]).transactions.first?.price == 0)
  }
}
