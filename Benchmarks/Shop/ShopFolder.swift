import Foundation
import OnsideCore

/// A folder with a catalogue, for the state of the shops that sell from it.
struct ShopFolder {
  /// What is sold: every fifth a subscription, the others consumables, each with texts in two languages.
  let catalog: Catalog
  /// How long it took to read that from its file.
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

  /// A folder of its own for the state of one shop.
  func state(_ name: String) -> URL { folder.appendingPathComponent(name) }

  func remove() {
    try? FileManager.default.removeItem(at: folder)  // what is left is in the system's folder for temporary files
  }
}
