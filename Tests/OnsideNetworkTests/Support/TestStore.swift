import CausewayHTTP
import Foundation
import OnsideCore
import OnsideTestSupport
import OnsideTesting

@testable import OnsideSandbox

/// A real sandbox store on an HTTP server. The server keeps its address after a restart.
@MainActor final class TestStore {
  let folder = TestFolder()
  let watch: Watch
  let url: URL
  /// The log of the server, with a line for each answered request.
  let log = Log()
  private var options: SandboxOptions
  private var server: SandboxServer?
  private var address = SandboxServer.Options()

  nonisolated static let app = "com.example.shop"

  /// Starts a store.
  ///
  /// - Parameters:
  ///   - watch: the store's time of day, which determines when access tokens expire.
  ///   - tokenLifetime: the lifetime of an access token, in seconds.
  init(watch: Watch = Watch(), tokenLifetime: Int = 900, settings: String = "") async throws {
    self.watch = watch
    let text = TestCatalog.file(settings: settings, introductoryOffer: TestCatalog.freeWeek)
    let catalog = Catalog(
      try StoreKitConfiguration(parsing: text.utf8, file: "shop.storekit"), preferredLanguages: [])
    var options = SandboxOptions(
      catalog: catalog, folder: folder.file("store"), apps: [Self.app], accessTokenLifetime: tokenLifetime)
    // Use an EC key, because generating an RSA key would take longer than most tests.
    options.firstAlgorithm = .es256
    options.realTime = { watch.now }
    self.options = options
    address.log = { [log] in log.write($0) }
    guard let port = LoopbackPort.free() else { throw NoPort() }
    address.port = port
    let server = SandboxServer(try SandboxStore(options), address)
    url = try server.start()
    self.server = server
  }

  /// The running store. Throws ``Stopped`` if the store does not run.
  var store: SandboxStore {
    get throws {
      guard let server else { throw Stopped() }
      return server.store
    }
  }

  /// The error of a store that does not run.
  struct Stopped: Error {}

  /// The error of a store that finds no free port.
  struct NoPort: Error {}

  /// Stops the store. After that, no server listens at its address.
  func stop() async {
    await server?.stop()
    server = nil
  }

  /// Starts the store again with all data on its disk.
  ///
  /// - Parameters:
  ///   - apps: the apps that the store knows from now on; nil for no change.
  ///   - maximumIdentifiers: the maximum number of products in a request from now on; nil for no change.
  func start(apps: Set<String>? = nil, maximumIdentifiers: Int? = nil) throws {
    if let apps { options.apps = apps }
    if let maximumIdentifiers { options.maximumIdentifiers = maximumIdentifiers }
    let server = SandboxServer(try SandboxStore(options), address)
    _ = try server.start()
    self.server = server
  }

  /// Makes calls fail from now on, and removes all earlier failures.
  func fail(_ failures: Failure...) async throws { try await store.run { $0.failures.set(failures) } }

  /// Returns when each simulated failure with a limited number of times has occurred that number of times.
  func failuresDidHappen() async throws {
    try await eventually { try await store.run { $0.failures.current.allSatisfy { $0.times == 0 } } }
  }

  /// Returns the number of answers to an operation.
  func answers(to operation: SandboxOperation) -> Int {
    let (method, path) = operation.route
    return log.lines.count { $0.hasPrefix("\(method) \(path) ") }
  }

  /// All orders, the oldest first.
  var orders: [SandboxPurchase] {
    get async throws { try await store.run { try $0.orders.newest(limit: 1000).reversed() } }
  }

  /// Moves an account to another country, given by its three-letter code.
  func move(_ account: String, to country: String) async throws {
    guard let country = StorefrontCountry(country) else { throw Stopped() }
    try await store.run { try $0.accounts.setStorefront(country, of: account) }
  }
}
