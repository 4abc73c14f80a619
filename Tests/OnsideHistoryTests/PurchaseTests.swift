import Foundation
import OnsideHistory
import Testing

/// The conditions under which a purchase is valid.
@Suite("A purchase in a history") struct PurchaseTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func purchase(expires: Double? = nil, fetched: Double = -10, isRevoked: Bool = false) -> InAppPurchase {
    let order = UUID()
    return InAppPurchase(
      orderID: order, originalOrderID: order, productID: "monthly", productType: .autoRenewableSubscription,
      price: 299, currency: "EUR", purchaseDate: now - 100, originalPurchaseDate: now - 100, fetchedAt: now + fetched,
      expiresAt: expires.map { now + $0 }, revocationDate: isRevoked ? now - 50 : nil, bundleID: "com.example.shop",
      userCountry: "DE")
  }

  @Test func aPurchaseStandsUntilItsPeriodEnds() {
    #expect(purchase().stands(at: now))
    #expect(purchase(expires: 1).stands(at: now))
    #expect(!purchase(expires: 0).stands(at: now))
    #expect(!purchase(expires: -1).stands(at: now))
  }

  @Test func aRevokedPurchaseDoesNotStand() {
    #expect(!purchase(isRevoked: true).stands(at: now))
    #expect(!purchase(expires: 1, isRevoked: true).stands(at: now))
  }

  @Test func aClockThatIsSlowDoesNotProlongAPeriod() {
    #expect(!purchase(expires: 5, fetched: 10).stands(at: now))
    #expect(purchase(expires: 15, fetched: 10).stands(at: now))
  }
}
