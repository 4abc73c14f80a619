import CausewayJSON
import Foundation
import OnsideCore
import OnsideMerchant
import Testing

@testable import OnsideSandbox

/// The App Store's rules for price increases that need the customer's consent.
@Suite("Changes of a subscription's price") struct PriceIncreaseTests {
  private static let day = 86_400

  /// Opens a store with the monthly subscription of a logged-in user, bought on January 31 for 2.99.
  private func subscribed(_ product: String = TestShop.plain) async throws -> (SandboxStore, SandboxSession, UUID) {
    let store = try TestStore().open()
    let ann = try await store.session()
    let order = try await store.buy(product, by: ann).order
    return (store, ann, try #require(UUID(uuidString: order.id)))
  }

  private func setPrice(_ value: Double, notice days: Int = 0, in store: SandboxStore) async throws {
    try await store.run { try $0.catalog.setPrice(value, of: TestShop.plain, notice: TimeInterval(days * Self.day)) }
  }

  private func pass(_ days: Int, in store: SandboxStore) async throws {
    _ = try await store.moveClock(bySeconds: days * Self.day, rate: nil)
  }

  private func subscription(in store: SandboxStore) async throws -> SandboxSubscription {
    try #require(try await store.run { try $0.subscriptions.newest().last })
  }

  @Test("Without the customer's consent, a subscription ends at the renewal at which the price would rise")
  func noConsent() async throws {
    let (store, ann, _) = try await subscribed()
    try await setPrice(4.99, in: store)
    let increase = try #require(try await subscription(in: store).increase)
    #expect(increase.price == .euros(4.99) && !increase.hasConsent)
    try await pass(27, in: store)
    #expect(try await store.run { try $0.orders.purchases(of: ann).count } == 1)
    try await pass(2, in: store)
    #expect(try await store.run { try $0.orders.purchases(of: ann).isEmpty })
    #expect(try await store.allOrders().map(\.expiresAt.day) == ["2026-02-28"])
    let ended = try await subscription(in: store)
    #expect(ended.state == .ended && ended.endReason == .priceIncrease && ended.increase == nil)
  }

  @Test("With the customer's consent, a subscription renews at the new price")
  func consent() async throws {
    let (store, _, id) = try await subscribed()
    try await setPrice(4.99, in: store)
    try await store.run { try $0.subscriptions.consent(id) }
    #expect(try await subscription(in: store).increase?.hasConsent == true)
    try await pass(60, in: store)
    #expect(try await store.allOrders().map(\.price) == [299, 499, 499])
    #expect(try await subscription(in: store).increase == nil)
  }

  @Test("During the notice a subscription renews at the old price, without consent")
  func notice() async throws {
    let (store, _, id) = try await subscribed()
    try await setPrice(4.99, notice: 40, in: store)
    try await pass(30, in: store)  // March 2: the renewal on February 28 is before March 12.
    #expect(try await store.allOrders().map(\.price) == [299, 299])
    #expect(try await subscription(in: store).increase?.hasConsent == false)
    try await store.run { try $0.subscriptions.consent(id) }
    try await pass(30, in: store)
    #expect(try await store.allOrders().map(\.price) == [299, 299, 499])
  }

  @Test("A consent is for one price: a further increase needs another one")
  func secondIncrease() async throws {
    let (store, _, id) = try await subscribed()
    try await setPrice(4.99, in: store)
    try await store.run { try $0.subscriptions.consent(id) }
    try await setPrice(5.99, in: store)
    #expect(try await subscription(in: store).increase?.hasConsent == false)
    try await pass(30, in: store)
    #expect(try await subscription(in: store).endReason == .priceIncrease)
  }

  @Test("A lower price needs no consent, and an increase that was taken back ends nothing")
  func lower() async throws {
    let (store, _, _) = try await subscribed()
    try await setPrice(4.99, in: store)
    try await setPrice(1.99, in: store)
    #expect(try await subscription(in: store).increase == nil)
    try await pass(30, in: store)
    #expect(try await store.allOrders().map(\.price) == [299, 199])
  }

  @Test("New customers see and pay the new price at once, and the old one is refused")
  func newCustomers() async throws {
    let (store, _, _) = try await subscribed()
    let bob = try await store.session("bob@example.com")
    let old = try await store.request(TestShop.plain, by: bob)
    try await setPrice(4.99, notice: 30, in: store)
    let refusal = await #expect(throws: SandboxProblem.self) { try await store.run { try $0.orders.pay(old, by: bob) } }
    #expect(refusal?.code == .priceChanged && refusal?.product?.price == .euros(4.99))
    #expect(try await store.buy(TestShop.plain, by: bob).order.price == 499)
    #expect(try await store.run { try $0.subscriptions.newest().map { $0.increase == nil } } == [true, false])
  }

  @Test("An introductory price stays for all its periods, and the increase counts afterwards")
  func introductory() async throws {
    let (store, _, _) = try await subscribed(TestShop.weekly)
    try await store.run { try $0.catalog.setPrice(2.49, of: TestShop.weekly) }
    try await pass(15, in: store)
    #expect(try await store.allOrders().map(\.price) == [99, 99, 99])
    try await pass(7, in: store)
    #expect(try await store.allOrders().count == 3)
    #expect(try await subscription(in: store).endReason == .priceIncrease)
  }

  @Test("An increase during the grace period waits for the renewal after the failed one")
  func gracePeriod() async throws {
    let (store, ann, _) = try await subscribed()
    try await store.use(.declined, of: ann)
    // The customer's clock is ahead, so that the failed renewal is later than the increase on the store's clock.
    try await store.run { try $0.accounts.moveClock(of: ann.account, bySeconds: 30 * Self.day) }
    try await setPrice(4.99, in: store)
    try await store.use(.paying, of: ann)
    #expect(try await store.allOrders().map(\.price) == [299, 299])
    try await store.run { try $0.accounts.moveClock(of: ann.account, bySeconds: 30 * Self.day) }
    #expect(try await store.allOrders().count == 2)
    #expect(try await subscription(in: store).endReason == .priceIncrease)
  }

  @Test("A consent in the grace period is for the renewal after the failed one")
  func consentInGracePeriod() async throws {
    let (store, ann, id) = try await subscribed()
    try await store.use(.declined, of: ann)
    try await store.run { try $0.accounts.moveClock(of: ann.account, bySeconds: 30 * Self.day) }
    try await setPrice(4.99, in: store)
    try await store.run { try $0.subscriptions.consent(id) }
    try await store.use(.paying, of: ann)
    try await store.run { try $0.accounts.moveClock(of: ann.account, bySeconds: 30 * Self.day) }
    #expect(try await store.allOrders().map(\.price) == [299, 299, 499])
  }

  @Test("A failed renewal is paid later at the price of its first try, and the day of renewal stays")
  func failedIncrease() async throws {
    let (store, ann, id) = try await subscribed()
    try await setPrice(4.99, in: store)
    try await store.run { try $0.subscriptions.consent(id) }
    try await store.use(.declined, of: ann)
    try await pass(30, in: store)
    try await setPrice(5.99, in: store)
    let json = try await subscription(in: store).json
    #expect(json["next_product_id"] == .null && json["state"] == "grace_period")
    try await store.use(.paying, of: ann)
    let orders = try await store.allOrders()
    #expect(orders.map(\.price) == [299, 499] && orders[1].expiresAt.day == "2026-03-31")
    try await pass(31, in: store)
    #expect(try await subscription(in: store).endReason == .priceIncrease)
  }

  @Test("An increase also counts for the product of a planned change")
  func plannedChange() async throws {
    let (store, ann, id) = try await subscribed()
    try await store.buy(TestShop.plainYearly, by: ann)
    try await store.run { try $0.catalog.setPrice(39.99, of: TestShop.plainYearly) }
    #expect(try await subscription(in: store).increase?.price == .euros(39.99))
    try await store.run { try $0.subscriptions.consent(id) }
    try await pass(30, in: store)
    #expect(try await store.allOrders().map(\.price) == [299, 3999])
  }

  @Test("The price and the consent are kept when the store is closed")
  func closed() async throws {
    let test = try TestStore()
    let store = try test.open()
    let ann = try await store.session()
    let order = try await store.buy(TestShop.plain, by: ann).order
    try await setPrice(4.99, in: store)
    try await store.run { try $0.subscriptions.consent(try #require(UUID(uuidString: order.id))) }
    await store.close()
    let reopened = try test.open()
    #expect(try await subscription(in: reopened).increase?.hasConsent == true)
    #expect(
      try await reopened.run { try $0.catalog.products([TestShop.plain], for: nil).products[0].price } == .euros(4.99))
  }

  @Test("An unknown product has no price to change, and an unknown order no subscription to consent to")
  func unknown() async throws {
    let (store, _, _) = try await subscribed()
    let product = await #expect(throws: SandboxProblem.self) {
      try await store.run { try $0.catalog.setPrice(1, of: "nothing") }
    }
    #expect(product?.code == .notFound)
    let order = await #expect(throws: SandboxProblem.self) {
      try await store.run { try $0.subscriptions.consent(UUID()) }
    }
    #expect(order?.code == .unknownOrder)
  }
}
