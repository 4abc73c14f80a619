#if os(Linux)
import CausewayTool
import Foundation
import OnsideTesting

/// The folder of a shop: its page, and the products that the page sells.
struct ShopFolder {
  let folder: URL
  let catalog: URL

  /// Finds the page and the catalog of a folder.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - catalog: the path of the catalog; nil for the only `.storekit` file of the folder.
  /// - Throws: ``UsageError``, or `CatalogError` for mistakes in the catalog.
  init(_ path: String, catalog named: String?) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw UsageError("\(path): the folder does not exist\(PageLocation.neighbors(of: path))")
    }
    guard isFolder.boolValue else { throw UsageError("\(path): it is a file; name the folder of the shop") }
    folder = URL(fileURLWithPath: path, isDirectory: true)
    guard FileManager.default.fileExists(atPath: folder.appendingPathComponent("index.html").path) else {
      throw UsageError("\(path): the folder has no index.html, the page of the shop")
    }
    catalog =
      try named.map { URL(fileURLWithPath: try InputFile.rereadable($0, as: "catalog.storekit")) }
      ?? Self.catalog(in: folder, path)
    // Check the catalog now, so that a mistake in it is reported before anything is started.
    _ = try Catalog(contentsOf: catalog)
  }

  private static func catalog(in folder: URL, _ path: String) throws -> URL {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".storekit") }
    switch names.count {
    case 0:
      throw UsageError(
        "\(path): the folder has no .storekit file with the products; name one: --catalog FILE.storekit")
    case 1: return folder.appendingPathComponent(names[0])
    default:
      throw UsageError("\(path): the folder has several catalogs; choose one: --catalog \(names.sorted()[0])")
    }
  }
}
#endif
