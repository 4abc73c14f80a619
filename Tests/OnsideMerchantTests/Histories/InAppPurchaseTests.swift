import OnsideMerchant
import Testing

@Suite("Purchases") struct InAppPurchaseTests {
  @Test("Unknown names of types are kept")
  func unknownNames() {
    #expect(InAppPurchase.ProductType(rawValue: "BUNDLE").rawValue == "BUNDLE")
    #expect(InAppPurchase.TransactionReason(rawValue: "UPGRADE") != .renewal)
  }
}
