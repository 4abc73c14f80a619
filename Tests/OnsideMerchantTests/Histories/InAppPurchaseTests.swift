import OnsideMerchant
import Testing

@Suite("Purchases") struct InAppPurchaseTests {
  @Test("Names that are not known yet are names")
  func unknownNames() {
    #expect(InAppPurchase.ProductType(rawValue: "BUNDLE").rawValue == "BUNDLE")
    #expect(InAppPurchase.TransactionReason(rawValue: "UPGRADE") != .renewal)
  }
}
