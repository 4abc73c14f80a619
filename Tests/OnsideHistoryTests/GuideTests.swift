#if os(Linux)
import CausewayJOSE
import Foundation
import OnsideHistory
import OnsideKit
import OnsideSandbox
import OnsideTestSupport
import OnsideTesting
import Testing

/// Onside's description of purchase validation: the app checks a purchase locally, as docs/onside.md shows.
@MainActor @Suite("A check inside the app", .serialized, .timeLimit(.minutes(10))) final class GuideTests {
  private static let app = "com.example.shop"

  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("onside-\(UUID().uuidString)")
  private let server: SandboxServer
  private let url: URL

  /// Starts a store, and an app with a user who approves everything.
  init() throws {
    let catalog = Catalog(
      try StoreKitConfiguration(parsing: TestCatalog.file().utf8, file: "shop.storekit"), preferredLanguages: [])
    server = SandboxServer(
      try SandboxStore(
        SandboxOptions(catalog: catalog, folder: folder.appendingPathComponent("store"), apps: [Self.app])))
    url = try server.start()
    let address = try StoreAddress(url, app: Self.app)
    let interface = ScriptedInterface()
    interface.readCode = { await SandboxInbox(address).digits(of: $0) }
    try Onside.initialize(
      OnsideConfiguration(
        store: .network(address), stateFolder: folder.appendingPathComponent("app"), interface: interface))
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)  // Ignore errors, because the folder is temporary.
  }

  private func end() async {
    Onside.install(nil)
    await server.stop()
  }

  /// The store's keys, fetched with the loader of Apple's platforms, which also works on Linux.
  private var keys: JSONWebKeySetSource {
    get throws {
      try JSONWebKeySetSource(
        url.appendingPathComponent(".well-known/jwks.json"), limits: KeyCacheLimits(), loader: URLSessionKeySetLoader())
    }
  }

  /// Buys a product, and returns its order after the payment.
  private func buy(_ identifier: String) async throws -> UUID {
    let news = QueueNews()
    let queue = Onside.defaultPaymentQueue()
    queue.add(observer: news)
    try await Onside.logIn()
    let product = try #require(try await Onside.products([identifier]).products.first)
    try await queue.enqueue(OnsidePayment(product: product))
    func order() -> String? { queue.transactions.first { $0.transactionState == .purchased }?.transactionIdentifier }
    try await eventually { order() != nil }
    return try #require(order().flatMap(UUID.init))
  }

  @Test func aPurchaseIsOwnedUntilItIsRefunded() async throws {
    let order = try await buy("lifetime")
    #expect(try await owns("lifetime", of: Self.app, keys: keys))
    #expect(try await owns("lifetime", of: Self.app, keys: storeKeys(url)))
    #expect(try await !owns("coins", of: Self.app, keys: keys))
    #expect(try await !owns("lifetime", of: "com.example.other", keys: keys))
    _ = try await server.store.run { try $0.orders.refund(order, reason: nil) }
    #expect(try await !owns("lifetime", of: Self.app, keys: keys))
    await end()
  }

  @Test func aHistoryOfAnotherStoreIsRefused() async throws {
    _ = try await buy("lifetime")
    let stranger = try SigningKey.generate(.rs256, keyID: "other")
    let others = JSONWebKeySet([stranger].compactMap { $0.publicKey() })
    await #expect {
      try await owns("lifetime", of: Self.app, keys: others)
    } throws: { error in
      if case .key(.noKey)? = error as? HistoryError { true } else { false }
    }
    await end()
  }

  @Test func withoutTheStoresKeysTheCheckFails() async throws {
    _ = try await buy("lifetime")
    let nowhere = try #require(URL(string: "http://127.0.0.1:9/"))
    await #expect {
      try await owns("lifetime", of: Self.app, keys: storeKeys(nowhere))
    } throws: { error in
      if case .key(.unavailable(.unreachable))? = error as? HistoryError { true } else { false }
    }
    await end()
  }

  @Test func withoutALoginTheCheckFailsWithNotLoggedIn() async throws {
    await #expect(throws: OnsideSignedInAppsHistoryRequestError.notLoggedIn) {
      try await owns("lifetime", of: Self.app, keys: keys)
    }
    await end()
  }
}
#endif
