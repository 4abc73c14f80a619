import Foundation
import OnsideCore
import OnsideTestSupport
import OnsideTesting

@testable import OnsideSandbox

/// A real sandbox store behind real HTTP, at one address over all its restarts.
@MainActor final class TestStore {
  let folder = TestFolder()
  let watch: Watch
  let url: URL
  /// A line for each request that was answered.
  let log = Log()
  private var options: SandboxOptions
  private var server: SandboxServer?
  private var address = SandboxServer.Options()

  nonisolated static let app = "com.example.shop"

  /// - Parameters:
  ///   - watch: the store's real time, by which access tokens expire.
  ///   - tokenLifetime: of an access token, in seconds.
  init(watch: Watch = Watch(), tokenLifetime: Int = 900, settings: String = "") async throws {
    self.watch = watch
    let text = TestCatalog.file(settings: settings, introductoryOffer: TestCatalog.freeWeek)
    let catalog = Catalog(
      try StoreKitConfiguration(parsing: text.utf8, file: "shop.storekit"), preferredLanguages: [])
    var options = SandboxOptions(
      catalog: catalog, folder: folder.file("store"), apps: [Self.app], accessTokenLifetime: tokenLifetime)
    // To make an RSA key takes longer than most tests.
    options.firstAlgorithm = .es256
    options.realTime = { watch.now }
    self.options = options
    address.log = { [log] in log.write($0) }
    let server = SandboxServer(try SandboxStore(options), address)
    url = try server.start()
    address.port = UInt16(url.port ?? 0)
    self.server = server
  }

  /// The store as it runs.
  var store: SandboxStore {
    get throws {
      guard let server else { throw Stopped() }
      return server.store
    }
  }

  /// The store does not run.
  struct Stopped: Error {}

  /// Ends the store; nobody listens at its address.
  func stop() async {
    await server?.stop()
    server = nil
  }

  /// Starts it again, with everything that it has on its disk.
  ///
  /// - Parameters:
  ///   - apps: which it knows from now on; nil for the same.
  ///   - maximumIdentifiers: how many products a request may ask for from now on; nil for as many as before.
  func start(apps: Set<String>? = nil, maximumIdentifiers: Int? = nil) throws {
    if let apps { options.apps = apps }
    if let maximumIdentifiers { options.maximumIdentifiers = maximumIdentifiers }
    let server = SandboxServer(try SandboxStore(options), address)
    _ = try server.start()
    self.server = server
  }

  /// Lets calls fail from now on.
  func fail(_ failures: Failure...) async throws { try await store.run { $0.failures.set(failures) } }

  /// Returns when every failure that was to happen some times has happened so often.
  func failuresDidHappen() async throws {
    try await eventually { try await store.run { $0.failures.current.allSatisfy { $0.times == 0 } } }
  }

  /// How often an operation was answered.
  func answers(to operation: SandboxOperation) -> Int {
    let (method, path) = operation.route
    return log.lines.count { $0.hasPrefix("\(method) \(path) ") }
  }

  /// Every order, the oldest first.
  var orders: [SandboxPurchase] {
    get async throws { try await store.run { try $0.orders.newest(limit: 1000).reversed() } }
  }

  /// Moves an account to another country, three letters.
  func move(_ account: String, to country: String) async throws {
    guard let country = StorefrontCountry(country) else { throw Stopped() }
    try await store.run { try $0.accounts.setStorefront(country, of: account) }
  }
}
