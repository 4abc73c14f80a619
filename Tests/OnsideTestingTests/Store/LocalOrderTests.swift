import Foundation
import OnsideCore
import Testing

@testable import OnsideTesting

/// Orders of local testing: each order is charged once, and belongs to one account.
@Suite struct LocalOrderTests {
  private let store = LocalStore()

  private func service(_ email: String? = "ada@example.org", _ catalog: Catalog? = nil) async throws
    -> LocalTestingService
  {
    let service = try store.open(catalog)
    if let email { _ = try await service.logIn(.email(email)) }
    return service
  }

  // MARK: Keys

  @Test func anOrderHasTheProductAndTheToken() async throws {
    let service = try await service()
    let key = UUID()
    let request = try await service.request("shop.coins.100", key: key, token: "user-7")
    let order = try await service.pay(request)
    #expect(UUID(uuidString: order.id) != nil)
    #expect(order == OnsideOrder(id: order.id, product: request.product, appAccountToken: "user-7"))
    let ledger = try await service.ledger()
    #expect(ledger.map(\.order) == [order])
    #expect(ledger.map(\.keys) == [[key]])
    #expect(ledger.map(\.account) == [request.account])
  }

  /// A product is stored as JSON, and encoding it again may change the order of its members. The test buys many orders,
  /// so that this happens for some of them.
  @Test func ordersCanBeReadAfterTheirRefunds() async throws {
    let service = try await service()
    for count in 1...20 {
      let order = try await service.buy("shop.remove-ads")
      try await service.refund(order: order.id)
      let ledger = try await service.ledger()
      #expect(ledger.count == count)
      #expect(ledger.last?.isEntitlement == false)
    }
    #expect(try await service.purchases().isEmpty)
  }

  @Test func repeatingAKeyReturnsTheSameOrder() async throws {
    let service = try await service()
    let request = try await service.request("shop.coins.100")
    let order = try await service.pay(request)
    #expect(try await service.pay(request) == order)
    #expect(try await service.ledger().count == 1)
  }

  @Test func repeatingAKeyReturnsTheSameOrderAfterARestart() async throws {
    var service = try await service()
    let request = try await service.request("shop.club.month", token: "user-7")
    let order = try await service.pay(request)
    await service.close()
    service = try store.open()
    #expect(try await service.pay(request) == order)
    #expect(try await service.settle(request.idempotencyKey, account: request.account) == order)
    #expect(try await service.ledger().count == 1)
  }

  @Test func repeatingAKeyReturnsTheSameOrderAfterOtherChanges() async throws {
    let service = try await service()
    var request = try await service.request("shop.coins.100")
    let order = try await service.pay(request)
    try await service.setStorefront("JPN")
    #expect(try await service.pay(request) == order)
    request.product.price.value = 0
    #expect(try await service.pay(request) == order)
    _ = try await service.logIn(.email("bob@example.org"))
    #expect(try await service.pay(request) == order)
    await service.logOut()
    #expect(try await service.pay(request) == order)
    #expect(try await service.ledger().count == 1)
  }

  @Test func aKeyOfAnotherAccountIsRefused() async throws {
    let service = try await service()
    let key = UUID()
    _ = try await service.buy("shop.coins.100", key: key)
    _ = try await service.logIn(.email("bob@example.org"))
    await #expect(throws: OnsideServiceError.refused(PaymentRefusalText.otherAccount)) {
      try await service.buy("shop.coins.100", key: key)
    }
  }

  @Test func simultaneousPaymentsWithOneKeyAreOneOrder() async throws {
    let service = try await service()
    let request = try await service.request("shop.coins.100")
    let orders = try await withThrowingTaskGroup(of: OnsideOrder.self) { group in
      for _ in 0..<50 { group.addTask { try await service.pay(request) } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(orders.count == 1)
    #expect(try await service.ledger().map(\.order) == Array(orders))
  }

  @Test func simultaneousPaymentsWithDifferentKeysAreSeparateOrders() async throws {
    let service = try await service()
    let request = try await service.request("shop.coins.100")
    let orders = try await withThrowingTaskGroup(of: OnsideOrder.self) { group in
      for _ in 0..<20 {
        var request = request
        request.idempotencyKey = UUID()
        group.addTask { [request] in try await service.pay(request) }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(orders.count == 20)
    #expect(try await service.ledger().count == 20)
  }

  // MARK: Settling

  @Test func aPaidKeySettlesToItsOrder() async throws {
    let service = try await service()
    let key = UUID()
    let order = try await service.buy("shop.coins.100", key: key)
    let account = try #require(await service.session()?.account)
    #expect(try await service.settle(key, account: account) == order)
  }

  @Test func aKeyThatWasSettledUnpaidStaysVoid() async throws {
    var service = try await service()
    let request = try await service.request("shop.coins.100")
    #expect(try await service.settle(request.idempotencyKey, account: request.account) == nil)
    await #expect(throws: OnsideServiceError.refused(PaymentRefusalText.voidKey)) { try await service.pay(request) }
    await service.close()
    service = try store.open()
    await #expect(throws: OnsideServiceError.refused(PaymentRefusalText.voidKey)) { try await service.pay(request) }
    #expect(try await service.settle(request.idempotencyKey, account: request.account) == nil)
    #expect(try await service.ledger().isEmpty)
  }

  @Test func aKeyIsNotSettledForAnAccountThatIsNotLoggedIn() async throws {
    let service = try await service()
    let request = try await service.request("shop.coins.100")
    let order = try await service.pay(request)
    _ = try await service.logIn(.email("eve@example.org"))
    await #expect(throws: OnsideServiceError.notLoggedIn) {
      try await service.settle(request.idempotencyKey, account: request.account)
    }
    await service.logOut()
    await #expect(throws: OnsideServiceError.notLoggedIn) {
      try await service.settle(request.idempotencyKey, account: request.account)
    }
    #expect(try await service.ledger().map(\.order) == [order])
  }

  @Test func aKeyOfAnotherAccountsOrderIsNotSettled() async throws {
    let service = try await service()
    let request = try await service.request("shop.coins.100")
    let order = try await service.pay(request)
    let other = try await service.logIn(.email("eve@example.org")).account
    await #expect(throws: OnsideServiceError.notLoggedIn) {
      try await service.settle(request.idempotencyKey, account: other)
    }
    _ = try await service.logIn(.email("ada@example.org"))
    #expect(try await service.settle(request.idempotencyKey, account: request.account) == order)
  }

  @Test func simultaneousPaymentsAndSettlementsAgree() async throws {
    let service = try await service()
    for _ in 0..<50 {
      let request = try await service.request("shop.coins.100")
      async let paid = try? service.pay(request)
      async let settled = service.settle(request.idempotencyKey, account: request.account)
      let (order, settlement) = try await (paid, settled)
      #expect(order == settlement)
    }
  }

  // MARK: Refusals

  @Test func aPaymentOfAUserWhoIsNotLoggedInIsRefused() async throws {
    let service = try await service()
    let request = try await service.request("shop.coins.100")
    await service.logOut()
    await #expect(throws: OnsideServiceError.notLoggedIn) { try await service.pay(request) }
    _ = try await service.logIn(.email("bob@example.org"))
    await #expect(throws: OnsideServiceError.notLoggedIn) { try await service.pay(request) }
    #expect(try await service.ledger().isEmpty)
  }

  @Test func aChangedPriceIsNotCharged() async throws {
    let service = try await service()
    var request = try await service.request("shop.coins.100")
    let product = request.product
    request.product.price.value = 0.98
    await #expect(throws: OnsideServiceError.priceChanged(product)) { try await service.pay(request) }
    #expect(try await service.ledger().isEmpty)
    request.product = product
    await #expect(throws: OnsideServiceError.priceChanged(product)) { try await service.pay(request) }
    request.idempotencyKey = UUID()
    #expect(try await service.pay(request).product == product)
  }

  @Test func aPaymentForAnotherStorefrontIsNotCharged() async throws {
    let service = try await service()
    var request = try await service.request("shop.coins.100")
    request.countryCode = "ZZ"
    await #expect(throws: OnsideServiceError.priceChanged(request.product)) { try await service.pay(request) }
    #expect(try await service.ledger().isEmpty)
  }

  @Test func aChangedCurrencyIsNotCharged() async throws {
    let service = try await service()
    let request = try await service.request("shop.coins.100")
    try await service.setStorefront("USA")
    let now = try #require(try await service.products(["shop.coins.100"]).products.first)
    await #expect(throws: OnsideServiceError.priceChanged(now)) { try await service.pay(request) }
    #expect(try await service.ledger().isEmpty)
  }

  @Test func aPriceThatChangedInTheFileIsNotCharged() async throws {
    var service = try await service()
    let request = try await service.request("shop.coins.100")
    await service.close()
    service = try store.open(Shop.catalog(replacing: [#""0.99""#: #""1.99""#]))
    let now = try #require(try await service.products(["shop.coins.100"]).products.first)
    await #expect(throws: OnsideServiceError.priceChanged(now)) { try await service.pay(request) }
  }

  @Test func anUnknownProductIsRefused() async throws {
    let service = try await service()
    var request = try await service.request("shop.coins.100")
    request.product.productIdentifier = "shop.coins.1000"
    await #expect(throws: OnsideServiceError.refused(PaymentRefusalText.notForSale)) {
      try await service.pay(request)
    }
    #expect(try await service.ledger().isEmpty)
  }

  // MARK: Products that the account already owns

  @Test(arguments: ["shop.remove-ads", "shop.club.month"])
  func anOwnedProductIsNotChargedAgain(product: String) async throws {
    let service = try await service()
    let keys = [UUID(), UUID()]
    let order = try await service.buy(product, key: keys[0], token: "first")
    #expect(try await service.buy(product, key: keys[1], token: "second") == order)
    let ledger = try await service.ledger()
    #expect(ledger.map(\.order) == [order])
    #expect(ledger.map(\.keys) == [keys])
    let account = try #require(await service.session()?.account)
    #expect(try await service.settle(keys[1], account: account) == order)
  }

  @Test(arguments: ["shop.coins.100", "shop.season"])
  func aConsumableOrNonRenewingSubscriptionIsChargedEachTime(product: String) async throws {
    let service = try await service()
    let first = try await service.buy(product)
    #expect(try await service.buy(product).id != first.id)
    #expect(try await service.ledger().count == 2)
  }

  @Test func theLastSubscriptionOfAGroupReplacesTheEarlierOne() async throws {
    let service = try await service()
    _ = try await service.buy("shop.club.month")
    let year = try await service.buy("shop.club.year")
    #expect(try await service.purchases() == [year])
    let month = try await service.buy("shop.club.month")
    #expect(try await service.purchases() == [month])
    #expect(try await service.ledger().count == 3)
  }

  @Test func accountsHaveSeparatePurchases() async throws {
    let service = try await service()
    let adas = try await service.buy("shop.remove-ads")
    _ = try await service.logIn(.email("bob@example.org"))
    #expect(try await service.purchases() == [])
    let bobs = try await service.buy("shop.remove-ads")
    #expect(bobs.id != adas.id)
    #expect(try await service.purchases() == [bobs])
    _ = try await service.logIn(.email("ada@example.org"))
    #expect(try await service.purchases() == [adas])
  }

  // MARK: Restoring

  @Test func nonConsumablesAndSubscriptionsAreRestoredTheOldestFirst() async throws {
    var service = try await service()
    let month = try await service.buy("shop.club.month", token: "user-7")
    _ = try await service.buy("shop.coins.100")
    let ads = try await service.buy("shop.remove-ads")
    _ = try await service.buy("shop.season")
    #expect(try await service.purchases() == [month, ads])
    await service.close()
    service = try store.open()
    #expect(try await service.purchases() == [month, ads])
  }

  @Test func purchasesOfRemovedProductsAreRestored() async throws {
    var service = try await service()
    let ads = try await service.buy("shop.remove-ads")
    await service.close()
    service = try store.open(Shop.catalog(replacing: ["shop.remove-ads": "shop.no-ads"]))
    #expect(try await service.purchases() == [ads])
  }

  @Test func restoringWithoutALoginThrowsNotLoggedIn() async throws {
    let service = try await service(nil)
    await #expect(throws: OnsideServiceError.notLoggedIn) { try await service.purchases() }
  }
}
