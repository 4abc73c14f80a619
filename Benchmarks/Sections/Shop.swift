/// Measures a shop in a page, with local testing: its products, the transactions at a launch, and purchases.
@MainActor enum Shop {
  static func run(_ size: Size, _ report: Report) async throws {
    let folder = try ShopFolder(products: 10_000)
    defer { folder.remove() }
    try await ShopProducts.run(size, report, folder)
    let row = try await ShopLaunch.run(size, report, folder)
    try await ShopPurchases.run(size, report, folder, row)
  }
}
