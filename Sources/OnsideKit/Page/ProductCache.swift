import OnsideCore

/// The products that a web view's pages have loaded, by identifier. `purchase` can buy only these.
struct ProductCache {
  /// The minimum number of most recently loaded products that the cache keeps. The maximum is twice as many.
  static let capacity = 16_384

  private var recent: [String: OnsideProduct] = [:]
  private var older: [String: OnsideProduct] = [:]

  /// Adds products. A product replaces an earlier one with the same identifier.
  mutating func insert(_ products: [OnsideProduct]) {
    for product in products {
      if recent.count == Self.capacity, recent[product.productIdentifier] == nil {
        older = recent
        recent = [:]
      }
      recent[product.productIdentifier] = product
    }
  }

  /// The product as it was loaded last; nil if it is not in the cache.
  subscript(identifier: String) -> OnsideProduct? { recent[identifier] ?? older[identifier] }
}
