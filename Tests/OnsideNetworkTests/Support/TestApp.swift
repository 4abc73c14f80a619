import Foundation
import OnsideSandbox
import OnsideTestSupport
import OnsideTesting
import Testing

@testable import OnsideCore

/// An app with the SDK, a store, and its own folder. A test can relaunch it.
@MainActor final class TestApp {
  let folder = TestFolder()
  let interface = ScriptedInterface(login: .succeed(.email("ada@example.com")))
  let log = Log()
  private(set) var news = QueueNews()
  private(set) var service: NetworkService
  private(set) var client: OnsideClient
  private let address: StoreAddress
  private let watch: Watch
  private let clock: any Clock<Duration>
  private var store: TransactionStore

  /// Creates an app that is connected to a store.
  ///
  /// - Parameters:
  ///   - isLoggedIn: whether a user is logged in from the start.
  ///   - session: the session file of another app, which this app copies; nil for none.
  ///   - clock: the clock of the service, which also measures its timeouts.
  init(
    _ store: TestStore, isLoggedIn: Bool = true, session: URL? = nil, clock: any Clock<Duration> = ContinuousClock()
  ) async throws {
    self.clock = clock
    address = try StoreAddress(store.url, app: TestStore.app)
    watch = store.watch
    if let session {
      try FileManager.default.createDirectory(at: folder.root, withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: session, to: folder.file("session.json"))
    }
    service = Self.service(address, folder, watch, clock, log)
    if isLoggedIn { _ = try await service.logIn(.email("ada@example.com")) }
    interface.readCode = { [address] in await SandboxInbox(address).digits(of: $0) }
    self.store = try TransactionStore(file: folder.file("queue.sqlite"))
    client = OnsideClient(
      service: service, interface: interface, store: self.store, clock: QuickClock(),
      log: { [log] in log.write($0) })
    client.queue.add(observer: news)
    await client.ready()
  }

  /// The file of the app's session.
  var session: URL { folder.file("session.json") }

  private static func service(
    _ address: StoreAddress, _ folder: TestFolder, _ watch: Watch, _ clock: any Clock<Duration>, _ log: Log
  ) -> NetworkService {
    NetworkService(
      address, storage: SessionFile(file: folder.file("session.json")), clock: clock, now: { watch.now },
      log: { log.write($0) })
  }

  /// Simulates a relaunch of the app: closes the files, and creates a new service and a new client that open them
  /// again.
  func relaunch() async throws {
    client.queue.remove(observer: news)
    await store.close()
    await service.close()
    service = Self.service(address, folder, watch, clock, log)
    store = try TransactionStore(file: folder.file("queue.sqlite"))
    client = OnsideClient(
      service: service, interface: interface, store: store, clock: QuickClock(), log: { [log] in log.write($0) })
    news = QueueNews()
    client.queue.add(observer: news)
    await client.ready()
  }

  /// Returns a payment for a product of the store.
  func payment(_ identifier: String, token: String? = nil) async throws -> OnsidePayment {
    var payment = OnsidePayment(product: try #require(try await client.products([identifier]).products.first))
    payment.appAccountToken = token
    return payment
  }

  /// Returns the SDK's request for a payment by the logged-in user.
  func request(
    _ identifier: String, key: UUID = UUID(), token: String? = nil, paymentMethod: String? = nil
  ) async throws -> OnsideOrderRequest {
    let session = try #require(await service.session())
    return OnsideOrderRequest(
      idempotencyKey: key, product: try #require(try await service.products([identifier]).products.first),
      appAccountToken: token, account: session.account, countryCode: session.storefront.countryCode,
      paymentMethod: paymentMethod)
  }
}

extension NetworkService {
  /// The account of the logged-in user; empty if no user is logged in.
  var account: String {
    get async { await session()?.account ?? "" }
  }

  /// Logs in with a code that is read from the store's inbox.
  func logIn(_ credential: OnsideCredential) async throws(OnsideServiceError) -> OnsideSession {
    let inbox = SandboxInbox(address)
    return try await logIn(credential) { await inbox.digits(of: $0) }
  }
}
