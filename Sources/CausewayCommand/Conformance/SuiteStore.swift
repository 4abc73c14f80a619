#if os(Linux)
import CausewayTool
import Foundation
import OnsideCore
import OnsideSandbox
import OnsideTesting

/// A sandbox store on this machine that runs during a suite. It stops when this object is released.
final class SuiteStore {
  /// The store's URL and the app that it serves.
  let address: StoreAddress
  private let server: SandboxServer
  private let folder: TemporaryFolder

  /// Starts a store with the products of a catalog.
  ///
  /// - Throws: An error if the catalog cannot be used or the store cannot be started.
  init(selling catalog: URL) throws {
    folder = try TemporaryFolder()
    let options = SandboxOptions(catalog: try Catalog(contentsOf: catalog), folder: folder.url)
    server = SandboxServer(try SandboxStore(options))
    address = try StoreAddress(server.start(), app: "com.example.shop")
  }

  deinit { folder.remove() }
}
#endif
