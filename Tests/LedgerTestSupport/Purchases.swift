import Foundation
import OnsideMerchant
import SeededGenerator

extension InAppPurchase {
  /// The time at which the tests' purchases begin.
  package static let epoch = Date(timeIntervalSince1970: 1_800_000_000)

  /// Creates a purchase. The default is a non-consumable that was paid at ``epoch``, is still valid, and was fetched
  /// from the store one second later.
  package init(
    order: UUID, original: UUID? = nil, product: String = "lifetime", type: ProductType = .nonConsumable,
    quantity: Int = 1, fetched: TimeInterval = 1, expires: TimeInterval? = nil, revoked: TimeInterval? = nil,
    token: String? = nil, app: String = "com.example.shop"
  ) {
    self.init(
      orderID: order, originalOrderID: original ?? order, productID: product, productSlug: nil, productType: type,
      quantity: quantity, price: 499, currency: "EUR", purchaseDate: Self.epoch, originalPurchaseDate: Self.epoch,
      fetchedAt: Self.epoch + fetched, expiresAt: expires.map { Self.epoch + $0 },
      revocationDate: revoked.map { Self.epoch + $0 }, revocationReason: revoked == nil ? nil : "refund",
      transactionReason: original == nil || original == order ? .purchase : .renewal, appAccountToken: token,
      subscriptionID: type == .autoRenewableSubscription ? "group" : nil, bundleID: app,
      userCountry: "DE")
  }
}

extension SignedHistory {
  /// Creates a history that is treated as verified, without a signature. Equal purchases give equal texts.
  package init(_ purchases: [InAppPurchase], keyID: String? = "key-1") {
    self.init(
      jws: Self.text(purchases), keyID: keyID,
      history: TransactionHistory(transactions: purchases))
  }

  private static func text(_ purchases: [InAppPurchase]) -> String {
    let payload = purchases.map { purchase in
      [
        purchase.orderID.uuidString, purchase.originalOrderID.uuidString, purchase.bundleID, purchase.productID,
        purchase.productType.rawValue, "\(purchase.quantity)", "\(purchase.fetchedAt.timeIntervalSince1970)",
        purchase.expiresAt.map { "\($0.timeIntervalSince1970)" } ?? "",
        purchase.revocationDate.map { "\($0.timeIntervalSince1970)" } ?? "", purchase.appAccountToken ?? "",
      ].joined(separator: ",")
    }.joined(separator: ";")
    return "secret-header.\(Data(payload.utf8).base64EncodedString()).secret-signature"
  }
}

extension SeededGenerator {
  /// Returns a UUID that consists of two numbers of the generator.
  package mutating func uuid() -> UUID {
    let (high, low) = (next(), next())
    return withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
