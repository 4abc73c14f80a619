import Foundation
import OnsideCore
import OnsideTestSupport
import CausewayTesting

/// A client on real local testing in a folder of its own, which can be started anew.
@MainActor final class TestShop {
  let folder: URL
  let interface = ScriptedInterface(login: .succeed(TestShop.customer))
  let clock = ManualClock()
  /// What the client logged.
  let log = Log()
  private(set) var service: LocalTestingService
  private(set) var client: OnsideClient
  private(set) var store: TransactionStore
  private let catalog: Catalog
  private let options: LocalTestingService.Options
  private let adaptations: Adaptations

  /// What stands between the client and local testing.
  struct Adaptations {
    /// Between it and the store.
    var service: (LocalTestingService) -> any OnsideService = { $0 }
    /// Between it and the user.
    var screens: (ScriptedInterface) -> any OnsideInterface = { $0 }
  }

  /// - Parameter isLoggedIn: whether somebody is from the start.
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
    // Before there is a client, which would otherwise show a login to nobody.
    if isLoggedIn { _ = try await service.logIn(TestShop.customer) }
    store = try TransactionStore(file: folder.appendingPathComponent("queue.sqlite"))
    client = OnsideClient(
      service: adaptations.service(service), interface: adaptations.screens(interface), store: store, clock: clock,
      log: { [log] in log.write($0) })
    await client.ready()
  }

  deinit {
    // What cannot be removed is in a temporary folder.
    try? FileManager.default.removeItem(at: folder)
  }

  var queue: any OnsidePaymentQueue { client.queue }

  private static let customer = OnsideCredential.email("ada@example.com")

  /// Ends the process, as far as the queue is concerned, and begins another one.
  func relaunch() async throws {
    await store.close()
    await service.close()
    service = try LocalTestingService(catalog: catalog, folder: folder, options: options)
    store = try TransactionStore(file: folder.appendingPathComponent("queue.sqlite"))
    client = OnsideClient(
      service: adaptations.service(service), interface: adaptations.screens(interface), store: store, clock: clock,
      log: { [log] in log.write($0) })
    await client.ready()
  }

  /// A payment for a product of the shop.
  func payment(_ identifier: String, token: String? = nil) async throws -> OnsidePayment {
    var payment = OnsidePayment(product: try await client.products([identifier]).products[0])
    payment.appAccountToken = token
    return payment
  }
}
