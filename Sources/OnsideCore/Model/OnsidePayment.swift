/// What a user is to pay for.
public struct OnsidePayment: Hashable, Codable, Sendable {
  /// What is bought.
  public var product: OnsideProduct
  /// The app's own name for its user, given back unchanged in the transaction and in the signed history; nil for none.
  public var appAccountToken: String?
  /// The origin of the page that asked, as the payment sheet shows it; nil if the app itself did.
  package var asker: String?

  /// A payment for one of a product.
  public init(product: OnsideProduct) {
    self.product = product
  }
}
