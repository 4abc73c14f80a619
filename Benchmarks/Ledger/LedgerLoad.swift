import Foundation
import OnsideMerchant

/// The histories that clients present to a ledger in the measurements.
enum LedgerLoad {
  /// The size in bytes of a statement with one purchase, signed with RS256.
  static let statementBytes = 1400
  private static let date = Date(timeIntervalSince1970: 1_800_000_000)

  /// Returns histories with one new order each, like the answers of the Merchant API.
  static func histories(_ count: Int) -> [SignedHistory] {
    (0..<count).map { _ in
      let order = UUID()
      let purchase = InAppPurchase(
        orderID: order, originalOrderID: order, productID: "com.example.shop.coins", productType: .consumable,
        price: 499, currency: "EUR", purchaseDate: date, originalPurchaseDate: date, fetchedAt: date,
        bundleID: "com.example.shop", userCountry: "DE")
      // Each text is different, because the ledger stores equal statements only once. It is as long as a real
      // statement.
      let text = order.uuidString + String(repeating: "x", count: statementBytes - 36)
      return SignedHistory(jws: text, keyID: "key-1", history: TransactionHistory(transactions: [purchase]))
    }
  }

  /// Presents each history once, with `clients` requests at a time.
  static func present(_ histories: [SignedHistory], to ledger: any EntitlementLedger, clients: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for client in 0..<clients {
        group.addTask {
          for place in stride(from: client, to: histories.count, by: clients) {
            _ = try await ledger.record(histories[place], for: "customer-\(place % 500)")
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
