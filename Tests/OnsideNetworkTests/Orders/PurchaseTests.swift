import Foundation
import OnsideSandbox
import OnsideTestSupport
import OnsideTesting
import Testing

@testable import OnsideCore

/// The queue with a store over the network: one approval leads to exactly one order, even if requests, the app or the
/// store fail in between.
@MainActor @Suite(.timeLimit(.minutes(10))) struct PurchaseTests {
  /// Returns the app account tokens of all orders, in the order of the orders.
  private func tokens(_ store: TestStore) async throws -> [String?] {
    try await store.orders.map(\.purchase.appAccountToken)
  }

  @Test func aPurchaseIsOneOrder() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    try await app.client.queue.enqueue(app.payment("coins", token: "t"))
    let purchased = try await app.news.wait(for: .purchased)
    #expect(
      try await store.orders.map { $0.purchase.orderID.uuidString.lowercased() } == [purchased.transactionIdentifier])
    #expect(try await tokens(store) == ["t"])
    #expect(app.interface.outcomes.map(\.outcome) == [.paid])
    await store.stop()
  }

  @Test(arguments: [Failure.Kind.lostAnswer, .unavailable, .rateLimited])
  func aPaymentWithoutAnAnswerIsSentAgainAndPaidOnce(kind: Failure.Kind) async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let payment = try await app.payment("coins", token: "t")
    try await store.fail(Failure(.pay, kind, times: 3))
    try await app.client.queue.enqueue(payment)
    let purchased = try await app.news.wait(for: .purchased)
    #expect(
      try await store.orders.map { $0.purchase.orderID.uuidString.lowercased() } == [purchased.transactionIdentifier])
    #expect(app.news.states == [.purchasing, .purchased])
    #expect(app.interface.shownSheets.count == 1)
    #expect(app.interface.outcomes.last?.outcome == .paid)
    await store.stop()
  }

  @Test func aPaymentWithAnUnreadableAnswerIsSettledUntilItsOutcomeIsKnown() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let payment = try await app.payment("coins")
    try await store.fail(
      Failure(.pay, .notJSON, times: 1), Failure(.settle, .lostAnswer, times: 1),
      Failure(.settle, .notJSON, times: 1), Failure(.settle, .unavailable, times: 1))
    try await app.client.queue.enqueue(payment)
    // The store created no order for the payment, and its answer to `settle` finally reports that.
    #expect(try await app.news.wait(for: .failed).error == .cancelled)
    #expect(try await store.orders.isEmpty)
    await store.stop()
  }

  @Test func aPaymentThatIsApprovedOfflineIsMadeWhenTheStoreIsReachable() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let payment = try await app.payment("coins", token: "t")
    await store.stop()
    try await app.client.queue.enqueue(payment)
    try await eventually { !app.interface.outcomes.isEmpty }
    #expect(app.interface.outcomes.first?.outcome == .delayed)
    #expect(app.news.states == [.purchasing])
    try store.start()
    try await app.news.wait(for: .purchased)
    #expect(try await tokens(store) == ["t"])
    await store.stop()
  }

  @Test func aRestartOfTheStoreDuringAPurchaseLosesNoOrder() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let payment = try await app.payment("coins", token: "t")
    // The store accepts the payment, but its answer is lost, because the store stops.
    try await store.fail(Failure(.pay, .lostAnswer))
    try await app.client.queue.enqueue(payment)
    try await eventually { try await !store.orders.isEmpty }
    await store.stop()
    try store.start()
    try await app.news.wait(for: .purchased)
    #expect(try await tokens(store) == ["t"])
    await store.stop()
  }

  @Test func aPurchaseThatWasPaidWhenTheAppEndedIsDeliveredAtTheNextLaunch() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let payment = try await app.payment("coins", token: "t")
    try await store.fail(Failure(.pay, .lostAnswer))
    try await app.client.queue.enqueue(payment)
    try await eventually { try await !store.orders.isEmpty }
    try await app.relaunch()
    try await store.fail()
    let purchased = try await app.news.wait(for: .purchased)
    #expect(purchased.payment.appAccountToken == "t")
    #expect(try await tokens(store) == ["t"])
    #expect(app.interface.shownSheets.count == 1)
    await store.stop()
  }

  @Test func aPaymentThatDidNotReachTheStoreFailsAtTheNextLaunch() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let payment = try await app.payment("coins")
    await store.stop()
    try await app.client.queue.enqueue(payment)
    try await eventually { !app.interface.outcomes.isEmpty }
    try await app.relaunch()
    try store.start()
    #expect(try await app.news.wait(for: .failed).error == .cancelled)
    #expect(try await store.orders.isEmpty)
    await store.stop()
  }

  @Test func aDeclinedCardShowsTheSheetAgainWithTheReason() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let account = try #require(await app.service.session()?.account)
    _ = try await store.store.run { try $0.cards.add(number: TestCard.declined.number, of: account) }
    try await app.client.queue.enqueue(app.payment("coins"))
    #expect(try await app.news.wait(for: .failed).error == .cancelled)
    #expect(app.interface.shownSheets.map(\.occasion) == [.first, .declined("The card was declined")])
    #expect(app.interface.shownSheets.map(\.payer) == ["ada@example.com", "ada@example.com"])
    #expect(try await store.orders.isEmpty)
    await store.stop()
  }

  @Test func afterADeclinedCardAnotherOneCanPay() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let account = try #require(await app.service.session()?.account)
    _ = try await store.store.run { try $0.cards.add(number: TestCard.withoutFunds.number, of: account) }
    let screens = CardChanger(app.interface)
    let client = OnsideClient(
      service: app.service, interface: screens,
      store: try TransactionStore(file: app.folder.file("second.sqlite")), clock: QuickClock())
    let news = QueueNews()
    client.queue.add(observer: news)
    await client.ready()
    try await client.queue.enqueue(
      OnsidePayment(product: try #require(try await client.products(["coins"]).products.first)))
    #expect(try await news.wait(for: .purchased).error == nil)
    #expect(app.interface.shownSheets.map(\.occasion) == [.first, .declined("The card has no funds")])
    #expect(try await store.orders.count == 1)
    #expect(
      try await app.service.paymentMethods(of: account).first(where: \.isDefault)?.title == "Mastercard •••• 4444")
    await store.stop()
  }

  @Test func afterAMoveTheSheetIsShownAgainWithTheNewPrice() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let payment = try await app.payment("coins")
    let account = try #require(await app.service.session()?.account)
    try await store.move(account, to: "USA")
    try await app.client.queue.enqueue(payment)
    let purchased = try await app.news.wait(for: .purchased)
    #expect(purchased.payment.product.price.currencyCode == "USD")
    #expect(purchased.storefront.countryCode == "US")
    #expect(app.news.items.contains(.storefront("US")))
    #expect(app.interface.shownSheets.map(\.storefront.countryCode) == ["DE", "US"])
    let orders = try await store.orders
    #expect(orders.map(\.purchase.userCountry) == ["US"] && orders.map(\.purchase.currency) == ["USD"])
    await store.stop()
  }

  @Test func aRestoreDeliversPurchasesOfAnotherDevice() async throws {
    let store = try await TestStore()
    let first = try await TestApp(store)
    try await first.client.queue.enqueue(first.payment("lifetime"))
    try await first.client.queue.enqueue(first.payment("monthly"))
    try await first.client.queue.enqueue(first.payment("coins"))
    try await first.news.wait(for: .purchased, count: 3)
    let second = try await TestApp(store)
    try await second.client.queue.requestRestore()
    try await second.news.wait { second.news.items.last == .restored }
    let restored = second.news.updates.filter { $0.transactionState == .restored }
    #expect(restored.map(\.payment.product.productIdentifier) == ["lifetime", "monthly"])
    #expect(Set(restored.map(\.transactionIdentifier)).isSubset(of: first.news.updates.map(\.transactionIdentifier)))
    await store.stop()
  }

  @Test func theSignedHistoryKeepsTheStoresBytes() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    try await app.client.queue.enqueue(app.payment("coins"))
    try await app.news.wait(for: .purchased)
    let history = try await app.client.signedInAppsHistory()
    #expect(history.string?.split(separator: ".").count == 3)
    #expect(history.data == history.string.map { Data($0.utf8) })
    await store.stop()
  }
}

/// A user who adds another card after a decline, and pays with it.
@MainActor private final class CardChanger: OnsideInterface {
  private let screens: ScriptedInterface

  init(_ screens: ScriptedInterface) { self.screens = screens }

  func presentLogin(_ screen: OnsideLoginScreen) async throws(OnsideLoginError) {
    try await screens.presentLogin(screen)
  }

  func presentPayment(
    _ sheet: OnsidePaymentSheet
  ) async throws(OnsidePaymentTransactionError) -> OnsidePaymentApproval {
    if sheet.occasion != .first {
      let card = OnsideCard(number: "5555555555554444", expiryMonth: 12, expiryYear: 2098, securityCode: "123")
      do { _ = try await sheet.paymentMethods?.add(card, UUID()) } catch { throw .presentationFailed }
      screens.declined = .approve
    }
    return try await screens.presentPayment(sheet)
  }

  func presentPaymentMethods(_ screen: OnsidePaymentMethodsScreen) async throws(OnsidePaymentMethodsManagerError) {}
}
