#if os(Linux)
import Foundation
import OnsideCore
import OnsideSandbox

/// A sandbox store on this machine for the time of a suite. It ends with this object.
final class SuiteStore {
  /// Where it is, and the app that it knows.
  let address: StoreAddress
  private let server: SandboxServer
  private let folder: TemporaryFolder

  /// - Throws: what is wrong with the catalogue, or why there is no store.
  init(selling catalog: URL) throws {
    folder = try TemporaryFolder()
    let options = SandboxOptions(catalog: try Catalog(contentsOf: catalog), folder: folder.url)
    server = SandboxServer(try SandboxStore(options))
    address = try StoreAddress(server.start(), app: "com.example.shop")
  }

  deinit { folder.remove() }
}
#endif
