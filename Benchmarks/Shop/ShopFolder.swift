import Foundation
import OnsideCore
import OnsideTesting

/// A folder with a catalog, and with the state of the shops that use it.
struct ShopFolder {
  /// The products: every fifth is a subscription, the others are consumables. Each has texts in two languages.
  let catalog: Catalog
  /// The time to read the catalog from its file.
  let reading: Duration
  private let folder: URL

  init(products count: Int) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("causeway-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("shop.storekit")
    try Data(ShopCatalog.file(products: count).json.utf8).write(to: file)
    let start = ContinuousClock.now
    catalog = try Catalog(contentsOf: file)
    reading = ContinuousClock.now - start
  }

  /// Returns the folder for the state of one shop.
  func state(_ name: String) -> URL { folder.appendingPathComponent(name) }

  func remove() {
    // If this fails, the system removes the folder with its other temporary files.
    try? FileManager.default.removeItem(at: folder)
  }
}
