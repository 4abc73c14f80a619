import Foundation
import OnsideSandbox
import Testing

@testable import OnsideCore

/// The rule for the errors of payments: only `refused`, `declined` and `priceChanged` report that nothing was paid. If
/// a payment fails with one of these errors, each repetition of the payment fails with the same error.
@MainActor @Suite(.timeLimit(.minutes(10))) struct PayTests {
  /// Sends a payment and returns its result.
  private func outcome(_ app: TestApp, _ order: OnsideOrderRequest) async -> Result<OnsideOrder, OnsideServiceError> {
    do throws(OnsideServiceError) {
      return .success(try await app.service.pay(order))
    } catch {
      return .failure(error)
    }
  }

  private func isRefused(_ app: TestApp, _ order: OnsideOrderRequest) async -> Bool {
    if case .failure(.refused) = await outcome(app, order) { true } else { false }
  }

  private func card(_ card: TestCard, of app: TestApp, at store: TestStore) async throws {
    let account = try #require(await app.service.session()?.account)
    _ = try await store.store.run { try $0.cards.add(number: card.number, of: account) }
  }

  @Test func anOrderIsPaidOnceForEachKey() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let request = try await app.request("coins", token: "user-7")
    let order = try await app.service.pay(request)
    #expect(order.product == request.product && order.appAccountToken == "user-7" && order.originalID == order.id)
    #expect(await outcome(app, request) == .success(order))
    #expect(try await app.service.settle(request.idempotencyKey, account: request.account) == order)
    #expect(try await store.orders.map { $0.purchase.orderID.uuidString.lowercased() } == [order.id])
    await store.stop()
  }

  @Test(arguments: [TestCard.declined, .withoutFunds, .expired])
  func aDeclineIsRepeatedWithTheStoresReasonAndVoidsTheKey(card: TestCard) async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let request = try await app.request("coins")
    try await self.card(card, of: app, at: store)
    #expect(await outcome(app, request) == .failure(.declined(card.refusal ?? "")))
    try await self.card(.paying, of: app, at: store)
    #expect(await outcome(app, request) == .failure(.declined(card.refusal ?? "")))
    #expect(try await app.service.settle(request.idempotencyKey, account: request.account) == nil)
    #expect(try await store.orders.isEmpty)
    await store.stop()
  }

  @Test func aKeyThatWasSettledUnpaidIsRefused() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let request = try await app.request("coins")
    #expect(try await app.service.settle(request.idempotencyKey, account: request.account) == nil)
    #expect(await isRefused(app, request))
    #expect(try await store.orders.isEmpty)
    await store.stop()
  }

  @Test func aProductThatIsNotForSaleIsRefusedAndVoidsTheKey() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    var request = try await app.request("coins")
    request.product.productIdentifier = "gone"
    #expect(await isRefused(app, request))
    #expect(try await app.service.settle(request.idempotencyKey, account: request.account) == nil)
    #expect(await isRefused(app, request))
    await store.stop()
  }

  @Test func aChangedPriceIsReportedWithTheProductAndVoidsTheKey() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    var request = try await app.request("coins")
    let product = request.product
    request.product.price.value = 0.01
    #expect(await outcome(app, request) == .failure(.priceChanged(product)))
    #expect(try await app.service.settle(request.idempotencyKey, account: request.account) == nil)
    #expect(try await store.orders.isEmpty)
    await store.stop()
  }

  @Test func aChangedStorefrontIsReportedAsAChangedPriceAndUpdatesTheSession() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let request = try await app.request("coins")
    try await store.move(request.account, to: "USA")
    var there = request.product
    there.price.currencyCode = "USD"
    #expect(await outcome(app, request) == .failure(.priceChanged(there)))
    #expect(await app.service.session()?.storefront.countryCode == "US")
    await store.stop()
  }

  @Test func aReusedKeyForAnotherProductGivesInternalError() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let request = try await app.request("coins")
    _ = try await app.service.pay(request)
    var other = try await app.request("lifetime")
    other.idempotencyKey = request.idempotencyKey
    #expect(await outcome(app, other) == .failure(.internalError("the store answered 422 (key_reused)")))
    #expect(try await store.orders.count == 1)
    await store.stop()
  }

  @Test(arguments: [
    (Failure.Kind.unavailable, OnsideServiceError.serviceUnavailable), (.rateLimited, .serviceUnavailable),
    (.lostAnswer, .connectionError),
  ])
  func anUnknownOutcomeIsNotReportedAsUnpaid(kind: Failure.Kind, error: OnsideServiceError) async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let request = try await app.request("coins")
    try await store.fail(Failure(.pay, kind))
    #expect(await outcome(app, request) == .failure(error))
    try await store.fail()
    let order = try await app.service.pay(request)
    #expect(try await store.orders.map { $0.purchase.orderID.uuidString.lowercased() } == [order.id])
    await store.stop()
  }

  @Test func simultaneousPaymentsWithOneKeyAreOneOrder() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let request = try await app.request("coins")
    let service = app.service
    let payments = (0..<24).map { _ in Task { try await service.pay(request).id } }
    var orders: Set<String> = []
    for payment in payments { orders.insert(try await payment.value) }
    #expect(orders.count == 1)
    #expect(try await store.orders.count == 1)
    await store.stop()
  }

  @Test func aFreeTrialIsPaidAtThePriceThatWasShown() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let request = try await app.request("monthly")
    #expect(request.product.introductoryPrice?.price.value == 0)
    let order = try await app.service.pay(request)
    #expect(try await app.service.purchases().map(\.id) == [order.id])
    #expect(try await store.orders.map(\.purchase.price) == [0])
    await store.stop()
  }
}
