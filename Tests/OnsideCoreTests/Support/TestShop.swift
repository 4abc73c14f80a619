import CausewayTesting
import Foundation
import OnsideCore
import OnsideTestSupport
import OnsideTesting

/// A client with real local testing in its own folder. A test can relaunch it.
@MainActor final class TestShop {
  let folder: URL
  let interface = ScriptedInterface(login: .succeed(TestShop.customer))
  let clock = ManualClock()
  /// The client's log.
  let log = Log()
  private(set) var service: LocalTestingService
  private(set) var client: OnsideClient
  private(set) var store: TransactionStore
  private let catalog: Catalog
  private let options: LocalTestingService.Options
  /// The functions and settings of the next client that ``relaunch()`` creates.
  var adaptations: Adaptations

  /// Functions that wrap the services of the client.
  struct Adaptations {
    /// The function that wraps the store.
    var service: (LocalTestingService) -> any OnsideService = { $0 }
    /// The function that wraps the screens.
    var screens: (ScriptedInterface) -> any OnsideInterface = { $0 }
    /// The age up to which the client returns a signed history that it kept; nil to keep none.
    var historyMaximumAge: TimeInterval?
    /// The device's clock.
    var now: @Sendable () -> Date = { Date() }
  }

  /// Creates a shop in a new temporary folder.
  ///
  /// - Parameter isLoggedIn: whether a user is logged in from the start.
  init(
    isLoggedIn: Bool = true, options: LocalTestingService.Options = .init(), settings: String = "",
    _ adaptations: Adaptations = Adaptations()
  ) async throws {
    self.options = options
    self.adaptations = adaptations
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("onside-\(UUID().uuidString)")
    let file = TestCatalog.file(settings: settings)
    catalog = Catalog(try StoreKitConfiguration(parsing: file.utf8, file: "shop.storekit"))
    service = try LocalTestingService(catalog: catalog, folder: folder, options: options)
    // Log in before the client exists. Otherwise the client would show a login screen.
    if isLoggedIn { _ = try await service.logIn(TestShop.customer) }
    store = try TransactionStore(file: folder.appendingPathComponent("queue.sqlite"))
    client = Self.client(adaptations, service, interface, store, clock, log)
    await client.ready()
  }

  deinit {
    // Ignore errors, because the folder is in the system's temporary folder.
    try? FileManager.default.removeItem(at: folder)
  }

  private static func client(
    _ adaptations: Adaptations, _ service: LocalTestingService, _ interface: ScriptedInterface,
    _ store: TransactionStore, _ clock: ManualClock, _ log: Log
  ) -> OnsideClient {
    OnsideClient(
      service: adaptations.service(service), interface: adaptations.screens(interface), look: ScreenLook(),
      store: store,
      tracker: nil, historyMaximumAge: adaptations.historyMaximumAge, clock: clock, now: adaptations.now,
      log: { log.write($0) })
  }

  var queue: any OnsidePaymentQueue { client.queue }

  private static let customer = OnsideCredential.email("ada@example.com")

  /// Simulates a relaunch of the app: closes the files, and creates a new client that opens them again.
  func relaunch() async throws {
    await store.close()
    await service.close()
    service = try LocalTestingService(catalog: catalog, folder: folder, options: options)
    store = try TransactionStore(file: folder.appendingPathComponent("queue.sqlite"))
    client = Self.client(adaptations, service, interface, store, clock, log)
    await client.ready()
  }

  /// Returns a payment for a product of the shop.
  func payment(_ identifier: String, token: String? = nil) async throws -> OnsidePayment {
    var payment = OnsidePayment(product: try await client.products([identifier]).products[0])
    payment.appAccountToken = token
    return payment
  }
}
