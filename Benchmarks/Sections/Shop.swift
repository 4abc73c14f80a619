/// A shop in a page, on local testing: its products, what a launch has to deliver, and purchases.
@MainActor enum Shop {
  static func run(_ size: Size, _ report: Report) async throws {
    let folder = try ShopFolder(products: 10_000)
    defer { folder.remove() }
    try await ShopProducts.run(size, report, folder)
    let row = try await ShopLaunch.run(size, report, folder)
    try await ShopPurchases.run(size, report, folder, row)
  }
}
