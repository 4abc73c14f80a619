/// A payment that an app adds to the queue.
public struct OnsidePayment: Hashable, Codable, Sendable {
  /// The product to buy.
  public var product: OnsideProduct
  /// The app's own identifier of its user, returned unchanged in the transaction and in the signed history; nil if the
  /// app gives none. If it has more than 1,024 bytes of UTF-8, the store refuses the payment.
  public var appAccountToken: String?
  /// The maximum length of an ``appAccountToken``, in bytes of UTF-8. A customer's name in the publisher's ledger has
  /// the same limit, because nobody could own an order with a longer token.
  package static let longestAppAccountToken = 1024
  /// The requesting origin, as the payment sheet shows it; nil if the app itself made the request.
  package var requestingOrigin: String?

  /// The keys in the file of unfinished transactions. They must stay the keys of the first version, because an updated
  /// app opens the file that the previous version wrote.
  private enum CodingKeys: String, CodingKey {
    case product, appAccountToken
    case requestingOrigin = "asker"
  }

  /// Creates a payment for one unit of a product.
  public init(product: OnsideProduct) {
    self.product = product
  }
}
