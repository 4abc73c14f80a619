import Foundation
import LedgerTestSupport
import OnsideMerchant
import Testing

@Suite("Entitlements") struct EntitlementTests {
  private var book = MemoryBook()
  private let first = UUID()

  @Test("All purchases of a consumable are one entitlement, with their total quantity")
  mutating func consumables() throws {
    let coins = (1...3).map { InAppPurchase(order: UUID(), product: "coins", type: .consumable, quantity: $0) }
    try book.present(coins, for: "ann", at: 10)
    try book.present([coins[0]], for: "ann", at: 11)
    #expect(book.entitlements(of: "ann", at: 12).map(\.quantity) == [6])
    let refund = InAppPurchase(
      order: coins[1].orderID, product: "coins", type: .consumable, quantity: 2, fetched: 5, revoked: 4)
    try book.present([refund], for: "ann", at: 12)
    #expect(book.entitlements(of: "ann", at: 12).map(\.quantity) == [4])
  }

  @Test("A total quantity that overflows becomes the largest number")
  mutating func tooMany() throws {
    let coins = (1...2).map { _ in
      InAppPurchase(order: UUID(), product: "coins", type: .consumable, quantity: .max)
    }
    try book.present(coins, for: "ann", at: 10)
    #expect(book.entitlements(of: "ann", at: 12).map(\.quantity) == [.max])
  }

  @Test("A non-consumable is one entitlement, however often it was bought")
  mutating func nonConsumables() throws {
    try book.present([InAppPurchase(order: UUID()), InAppPurchase(order: UUID())], for: "ann", at: 10)
    #expect(book.entitlements(of: "ann", at: 10).map(\.quantity) == [1])
  }

  @Test("A subscription is one entitlement, with the product and the end of its latest period")
  mutating func subscription() throws {
    try book.present([period(first, 20), period(UUID(), 60, "yearly"), period(UUID(), 40)], for: "ann", at: 10)
    let entitlement = try #require(book.entitlements(of: "ann", at: 10).first)
    #expect(book.entitlements(of: "ann", at: 10).count == 1)
    #expect(entitlement.productID == "yearly" && entitlement.originalOrderID == first)
    #expect(entitlement.expiresAt == InAppPurchase.epoch + 60)
    #expect(book.entitlements(of: "ann", at: 60).isEmpty)
  }

  @Test("Two subscriptions are two entitlements")
  mutating func twoSubscriptions() throws {
    let other = UUID()
    try book.present([period(first, 20), period(other, 20, "news", of: other)], for: "ann", at: 10)
    #expect(book.entitlements(of: "ann", at: 10).map(\.productID) == ["monthly", "news"])
  }

  @Test("The refund of the current period ends the subscription; the refund of an earlier period changes nothing")
  mutating func refundOfRenewal() throws {
    let second = UUID()
    try book.present([period(first, 20)], for: "ann", at: 10)
    try book.present([period(second, 40)], for: "ann", at: 20)
    var refund = period(first, 20)
    refund.fetchedAt += 20
    refund.revocationDate = InAppPurchase.epoch + 21
    #expect(try book.present([refund], for: "ann", at: 25) == [.revoked])
    #expect(book.entitlements(of: "ann", at: 25).map(\.expiresAt) == [InAppPurchase.epoch + 40])
    refund = period(second, 40)
    refund.fetchedAt += 25
    refund.revocationDate = InAppPurchase.epoch + 26
    #expect(try book.present([refund], for: "ann", at: 26) == [.revoked])
    #expect(book.entitlements(of: "ann", at: 26).isEmpty)
  }

  @Test(
    "Products with the same name in two apps are two entitlements",
    arguments: [
      InAppPurchase.ProductType.consumable, .nonConsumable, .autoRenewableSubscription,
    ])
  mutating func twoApps(_ type: InAppPurchase.ProductType) throws {
    let purchases = ["com.example.shop", "com.example.other"].map { app in
      InAppPurchase(order: UUID(), original: first, product: "pass", type: type, expires: 20, app: app)
    }
    try book.present(purchases, for: "ann", at: 10)
    #expect(book.entitlements(of: "ann", at: 10).map(\.bundleID) == ["com.example.other", "com.example.shop"])
    #expect(book.entitlements(of: "ann", at: 10).map(\.quantity) == [1, 1])
  }

  @Test("A product of an unknown type is an entitlement to the product")
  mutating func unknownKind() throws {
    try book.present(
      [InAppPurchase(order: first, product: "bundle", type: .init(rawValue: "BUNDLE"))], for: "ann", at: 10)
    #expect(book.entitlements(of: "ann", at: 10).map(\.productType.rawValue) == ["BUNDLE"])
  }

  private func period(
    _ order: UUID, _ end: TimeInterval, _ product: String = "monthly", of original: UUID? = nil
  ) -> InAppPurchase {
    InAppPurchase(
      order: order, original: original ?? first, product: product, type: .autoRenewableSubscription, expires: end)
  }
}
