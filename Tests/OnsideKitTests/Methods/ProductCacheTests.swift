import Testing

@testable import OnsideKit

/// The product cache of a web view. Its size is limited, and it keeps the products that were loaded last. Onside's
/// documents do not define this (docs/onside-rules.md, onside-3.2).
@Suite("The cache of products") struct ProductCacheTests {
  private func product(_ number: Int, _ title: String = "") -> OnsideProduct {
    OnsideProduct(
      productIdentifier: "p\(number)", localizedTitle: title, localizedDescription: "",
      price: OnsidePrice(value: 1, currencyCode: "EUR"))
  }

  @Test func theLastProductWithAnIdentifierReplacesEarlierOnes() {
    var cache = ProductCache()
    cache.insert([product(1, "a"), product(1, "b")])
    #expect(cache["p1"]?.localizedTitle == "b" && cache["p2"] == nil)
  }

  @Test func theOldestProductsAreRemovedFirst() {
    var cache = ProductCache()
    let count = ProductCache.capacity * 3
    for start in stride(from: 0, to: count, by: 1024) { cache.insert((start..<start + 1024).map { product($0) }) }
    #expect(cache["p0"] == nil)
    #expect(cache["p\(count - 1)"] != nil && cache["p\(count - ProductCache.capacity)"] != nil)
  }
}
