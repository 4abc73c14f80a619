import Foundation
import OnsideCore
import TestClock

/// A client on real local testing in a folder of its own, which can be started anew.
@MainActor final class TestShop {
  let folder: URL
  let interface = ScriptedInterface()
  let clock = ManualClock()
  private(set) var service: LocalTestingService
  private(set) var client: OnsideClient
  private(set) var store: TransactionStore
  private let catalog: Catalog

  /// - Parameter isLoggedIn: whether somebody is from the start.
  init(isLoggedIn: Bool = true) async throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("onside-\(UUID().uuidString)")
    catalog = Catalog(try StoreKitConfiguration(parsing: Self.file.utf8, file: "shop.storekit"))
    (service, store, client) = try Self.open(catalog, folder, interface, clock)
    if isLoggedIn { _ = try await service.logIn(.email("ada@example.com")) }
    await client.ready()
    if isLoggedIn { try await client.requestLogin() }
  }

  deinit {
    // What cannot be removed is in a temporary folder.
    try? FileManager.default.removeItem(at: folder)
  }

  var queue: any OnsidePaymentQueue { client.queue }

  /// Ends the process, as far as the queue is concerned, and begins another one.
  func relaunch() async throws {
    await store.close()
    await service.close()
    (service, store, client) = try Self.open(catalog, folder, interface, clock)
    await client.ready()
  }

  /// A payment for a product of the shop.
  func payment(_ identifier: String, token: String? = nil) async throws -> OnsidePayment {
    var payment = OnsidePayment(product: try await client.products([identifier]).products[0])
    payment.appAccountToken = token
    return payment
  }

  private static func open(
    _ catalog: Catalog, _ folder: URL, _ interface: ScriptedInterface, _ clock: ManualClock
  ) throws -> (LocalTestingService, TransactionStore, OnsideClient) {
    let service = try LocalTestingService(catalog: catalog, folder: folder)
    let store = try TransactionStore(file: folder.appendingPathComponent("queue.sqlite"))
    return (service, store, OnsideClient(service: service, interface: interface, store: store, clock: clock))
  }

  private static let file = """
    { "identifier": "TEST", "version": { "major": 4, "minor": 0 }, "settings": { "_storefront": "DEU" },
      "nonRenewingSubscriptions": [],
      "products": [
        { "displayPrice": "4.99", "familyShareable": false, "internalID": "1", "localizations": [],
          "productID": "coins", "referenceName": "Coins", "type": "Consumable" },
        { "displayPrice": "19.99", "familyShareable": false, "internalID": "2", "localizations": [],
          "productID": "lifetime", "referenceName": "Lifetime", "type": "NonConsumable" } ],
      "subscriptionGroups": [
        { "id": "3", "localizations": [], "name": "Reader", "subscriptions": [
          { "displayPrice": "2.99", "familyShareable": false, "groupNumber": 1, "internalID": "4", "localizations": [],
            "productID": "monthly", "recurringSubscriptionPeriod": "P1M", "referenceName": "Monthly",
            "subscriptionGroupID": "3", "type": "RecurringSubscription", "adHocOffers": [], "codeOffers": [],
            "introductoryOffer": null } ] } ] }
    """
}
