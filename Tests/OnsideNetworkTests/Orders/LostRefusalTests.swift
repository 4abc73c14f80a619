import Foundation
import OnsideSandbox
import Testing

@testable import OnsideCore

/// Tests of a refusal whose answer is lost: the same payment is sent again, and must get the same refusal.
@MainActor @Suite(.timeLimit(.minutes(10))) struct LostRefusalTests {
  /// Returns the error with which a payment fails.
  private func refusal(of order: OnsideOrderRequest, by app: TestApp) async -> OnsideServiceError? {
    do throws(OnsideServiceError) {
      _ = try await app.service.pay(order)
      return nil
    } catch {
      return error
    }
  }

  @Test func afterALostDeclineTheSheetIsShownAgainWithTheReason() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let account = try #require(await app.service.session()?.account)
    _ = try await store.store.run { try $0.cards.add(number: TestCard.declined.number, of: account) }
    let payment = try await app.payment("coins")
    try await store.fail(Failure(.pay, .lostAnswer, times: 1))
    try await app.client.queue.enqueue(payment)
    #expect(try await app.news.wait(for: .failed).error == .cancelled)
    #expect(app.interface.shownSheets.map(\.occasion) == [.first, .declined("The card was declined")])
    #expect(app.interface.outcomes.map(\.outcome) == [.delayed])
    #expect(try await store.orders.isEmpty)
    await store.stop()
  }

  @Test func afterALostPriceChangeTheNewPriceIsShown() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let payment = try await app.payment("coins")
    let account = try #require(await app.service.session()?.account)
    try await store.move(account, to: "USA")
    try await store.fail(Failure(.pay, .lostAnswer, times: 1))
    try await app.client.queue.enqueue(payment)
    let purchased = try await app.news.wait(for: .purchased)
    #expect(purchased.payment.product.price.currencyCode == "USD")
    #expect(app.interface.shownSheets.map(\.storefront.countryCode) == ["DE", "US"])
    await store.stop()
  }

  @Test func aRefusalIsRepeatedUnchangedEvenAfterARestart() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let account = try #require(await app.service.session()?.account)
    _ = try await store.store.run { try $0.cards.add(number: TestCard.withoutFunds.number, of: account) }
    let declined = try await app.request("coins")
    var dearer = try await app.request("coins")
    dearer.product.price.value = 0.01
    var gone = try await app.request("coins")
    gone.product.productIdentifier = "gone"
    for order in [declined, dearer, gone] {
      let first = try #require(await refusal(of: order, by: app))
      #expect(await refusal(of: order, by: app) == first)
      await store.stop()
      try store.start()
      #expect(await refusal(of: order, by: app) == first)
    }
    await store.stop()
  }
}
