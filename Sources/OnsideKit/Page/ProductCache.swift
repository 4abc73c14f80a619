import OnsideCore

/// The products that a web view's pages have loaded, by their identifiers: what `purchase` can buy.
struct ProductCache {
  /// How many products it has at least of those that were loaded last; it has never more than twice as many.
  static let capacity = 16_384

  private var recent: [String: OnsideProduct] = [:]
  private var older: [String: OnsideProduct] = [:]

  /// Takes products in.
  mutating func insert(_ products: [OnsideProduct]) {
    for product in products {
      if recent.count == Self.capacity, recent[product.productIdentifier] == nil {
        older = recent
        recent = [:]
      }
      recent[product.productIdentifier] = product
    }
  }

  /// The product as it was loaded last.
  subscript(identifier: String) -> OnsideProduct? { recent[identifier] ?? older[identifier] }
}
