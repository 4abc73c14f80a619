import Foundation
import OnsideCore
import Testing

@testable import OnsideTesting

/// The effects of the file's settings, and the simulated failures.
@Suite struct LocalSettingsTests {
  private let store = LocalStore()

  private func service(settings: String) async throws -> LocalTestingService {
    let service = try store.open(Shop.catalog(settings: settings))
    _ = try await service.logIn(.email("ada@example.org"))
    return service
  }

  private func service(error name: String, _ entry: String) async throws -> LocalTestingService {
    let old = #"{ "current" : null, "enabled" : false, "name" : "\#(name)" }"#
    let service = try store.open(Shop.catalog(replacing: [old: #"{ \#(entry), "name" : "\#(name)" }"#]))
    _ = try await service.logIn(.email("ada@example.org"))
    return service
  }

  // MARK: Settings

  @Test func failTransactionsRefusesEveryPurchase() async throws {
    let catalog = try Shop.catalog(replacing: [
      #""_failTransactionsEnabled" : false"#: #""_failTransactionsEnabled" : true"#
    ])
    let service = try store.open(catalog)
    _ = try await service.logIn(.email("ada@example.org"))
    await #expect(throws: OnsideServiceError.refused(PaymentRefusalText.noPayments)) {
      try await service.buy("shop.coins.100")
    }
    #expect(try await service.ledger().isEmpty)
  }

  @Test func failTransactionsDoesNotAffectPaidOrders() async throws {
    var service = try store.open()
    _ = try await service.logIn(.email("ada@example.org"))
    let request = try await service.request("shop.coins.100")
    let order = try await service.pay(request)
    await service.close()
    service = try store.open(
      Shop.catalog(replacing: [#""_failTransactionsEnabled" : false"#: #""_failTransactionsEnabled" : true"#]))
    #expect(try await service.pay(request) == order)
  }

  @Test func askToBuyRefusesEveryPurchase() async throws {
    let service = try await service(settings: #""_askToBuyEnabled" : true"#)
    await #expect(throws: OnsideServiceError.refused(PaymentRefusalText.noPermission)) {
      try await service.buy("shop.coins.100")
    }
  }

  @Test func disableDialogsIsPassedToTheSDK() async throws {
    #expect(try await service(settings: #""_disableDialogs" : true"#).disablesDialogs)
    #expect(try !Shop.catalog().configuration.settings.disablesDialogs)
  }

  @Test func theErrorLoadProductsFailsRequestsForProducts() async throws {
    let service = try await service(error: "Load Products", #""current" : { "index" : 2 }, "enabled" : true"#)
    await #expect(throws: OnsideServiceError.serviceUnavailable) { try await service.products(["shop.coins.100"]) }
  }

  @Test func theErrorPurchaseRefusesPurchases() async throws {
    let service = try await service(error: "Purchase", #""current" : { "index" : 2 }, "enabled" : true"#)
    await #expect(throws: OnsideServiceError.refused(PaymentRefusalText.noPayments)) {
      try await service.buy("shop.coins.100")
    }
  }

  @Test func theErrorAppStoreSyncFailsRestores() async throws {
    let service = try await service(error: "App Store Sync", #""current" : { "index" : 2 }, "enabled" : true"#)
    await #expect(throws: OnsideServiceError.serviceUnavailable) { try await service.purchases() }
  }

  @Test(arguments: [#""current" : { "index" : 2 }, "enabled" : false"#, #""current" : null, "enabled" : true"#])
  func anErrorThatIsDisabledOrNotChosenHasNoEffect(entry: String) async throws {
    let service = try await service(error: "Load Products", entry)
    #expect(try await service.products(["shop.coins.100"]).products.count == 1)
  }

  // MARK: Simulated failures

  @Test func aSimulatedFailureIsThrownAndTheOperationIsNotPerformed() async throws {
    let service = try store.open(options: .init(failures: [.logIn: .fails(.connectionError)]))
    await #expect(throws: OnsideServiceError.connectionError) { try await service.logIn(.federated(.apple)) }
    #expect(await service.session() == nil)
    await service.simulate(nil, of: .logIn)
    _ = try await service.logIn(.federated(.apple))
    let request = try await service.request("shop.coins.100")
    for operation in SimulatedFailure.Operation.allCases {
      await service.simulate(.fails(.serviceUnavailable), of: operation)
    }
    await #expect(throws: OnsideServiceError.serviceUnavailable) { try await service.products([]) }
    await #expect(throws: OnsideServiceError.serviceUnavailable) { try await service.pay(request) }
    await #expect(throws: OnsideServiceError.serviceUnavailable) {
      try await service.settle(request.idempotencyKey, account: request.account)
    }
    await #expect(throws: OnsideServiceError.serviceUnavailable) { try await service.purchases() }
    await #expect(throws: OnsideServiceError.serviceUnavailable) { try await service.attribution() }
    #expect(try await service.ledger().isEmpty)
  }

  @Test func aPaymentWithALostAnswerIsStillMade() async throws {
    let service = try store.open()
    _ = try await service.logIn(.federated(.apple))
    let request = try await service.request("shop.coins.100")
    await service.simulate(.losesAnswer, of: .pay)
    await #expect(throws: OnsideServiceError.connectionError) { try await service.pay(request) }
    await service.simulate(nil, of: .pay)
    let order = try await service.settle(request.idempotencyKey, account: request.account)
    #expect(order?.product == request.product)
    #expect(try await service.pay(request) == order)
    #expect(try await service.ledger().count == 1)
  }

  @Test func aSettlementWithALostAnswerIsStillMade() async throws {
    let service = try store.open()
    _ = try await service.logIn(.federated(.apple))
    let request = try await service.request("shop.coins.100")
    await service.simulate(.losesAnswer, of: .settle)
    await #expect(throws: OnsideServiceError.connectionError) {
      try await service.settle(request.idempotencyKey, account: request.account)
    }
    await #expect(throws: OnsideServiceError.refused(PaymentRefusalText.voidKey)) { try await service.pay(request) }
  }

  @Test(arguments: [OnsideServiceError.refused("declined"), .notLoggedIn, .internalError("")])
  func aSimulatedRefusalDoesNotAffectPaidOrders(error: OnsideServiceError) async throws {
    let service = try store.open()
    _ = try await service.logIn(.federated(.apple))
    let request = try await service.request("shop.coins.100")
    await service.simulate(.fails(error), of: .pay)
    let refused = try await service.request("shop.coins.100")
    await #expect(throws: error) { try await service.pay(refused) }
    await service.simulate(nil, of: .pay)
    let order = try await service.pay(request)
    await service.simulate(.fails(error), of: .pay)
    #expect(try await service.pay(request) == order)
  }

  // MARK: Other options

  @Test func theAttributionIsTheURLOfTheOptions() async throws {
    let url = try #require(URL(string: "https://example.org/ad"))
    let service = try store.open(options: .init(refererUrl: url))
    #expect(try await service.attribution() == OnsideAttributionMetadata(refererUrl: url))
    await service.close()
    #expect(try await store.open().attribution() == OnsideAttributionMetadata())
  }

  @Test func sendingEventsThrowsNotSupported() async throws {
    let service = try store.open()
    await #expect(throws: OnsideServiceError.notSupportedInLocalTesting) { try await service.send([]) }
  }
}
