import CausewayDatabase
import Foundation
import OnsideMerchant
import Testing

@testable import OnsideSandbox

/// The App Store's rules for renewals whose payment fails: a grace period, in which the subscription still counts, and
/// billing retry, in which it does not.
@Suite("Renewals whose payment fails") struct BillingRetryTests {
  private static let day = 86_400

  /// Opens a store with the monthly subscription of a logged-in user, bought on January 31 at noon.
  private func subscribed(
    _ product: String = TestShop.plain, _ change: (inout BillingRetryOptions) -> Void = { _ in }
  ) async throws -> (store: SandboxStore, ann: SandboxSession) {
    var test = try TestStore()
    change(&test.options.billingRetry)
    let store = try test.open()
    let ann = try await store.session()
    try await store.buy(product, by: ann)
    return (store, ann)
  }

  private func pass(_ days: Int, in store: SandboxStore) async throws {
    _ = try await store.moveClock(bySeconds: days * Self.day, rate: nil)
  }

  private func counts(_ ann: SandboxSession, in store: SandboxStore) async throws -> Bool {
    try await store.run { try !$0.orders.purchases(of: ann).isEmpty }
  }

  /// Makes a card that pays the default one, without the try that a change of the cards brings about.
  private func addMastercard(to ann: SandboxSession, in store: SandboxStore) async throws {
    try await store.run { store in
      try store.database.run { () throws(DatabaseError) in
        try store.cards.records.add(.mastercard, of: ann.account)
      }
    }
  }

  private func subscription(in store: SandboxStore) async throws -> SandboxSubscription {
    try #require(try await store.run { try $0.subscriptions.newest().first })
  }

  @Test(
    "If the card does not pay, the subscription counts for 16 days, is tried for 60 days, and then ends",
    arguments: [TestCard.declined, .withoutFunds, .expired])
  func lapse(_ card: TestCard) async throws {
    let (store, ann) = try await subscribed()
    try await store.use(card, of: ann)
    try await pass(29, in: store)  // March 1: the period ended on February 28.
    #expect(try await subscription(in: store).state == .gracePeriod)
    #expect(try await store.allOrders().map(\.expiresAt.day) == ["2026-03-16"])
    try await pass(14, in: store)  // March 15
    #expect(try await counts(ann, in: store))
    try await pass(1, in: store)  // March 16, noon
    #expect(try await !counts(ann, in: store))
    #expect(try await subscription(in: store).state == .billingRetry)
    try await pass(42, in: store)  // April 27
    #expect(try await subscription(in: store).state == .billingRetry)
    try await pass(2, in: store)  // April 29
    let ended = try await subscription(in: store)
    #expect(ended.state == .ended && ended.endReason == .paymentFailed && !ended.stored.renews)
    try await store.use(.paying, of: ann)
    try await pass(40, in: store)
    #expect(try await store.allOrders().count == 1)
  }

  @Test("A payment in the grace period keeps the day of renewal, and the periods have neither a gap nor an overlap")
  func recoveryInGracePeriod() async throws {
    let (store, ann) = try await subscribed()
    try await store.use(.declined, of: ann)
    try await pass(33, in: store)  // March 5
    try await store.use(.paying, of: ann)
    let orders = try await store.allOrders()
    #expect(orders.map(\.transactionReason) == [.purchase, .renewal])
    #expect(orders[0].expiresAt == orders[1].purchaseDate)
    #expect(orders[1].purchaseDate.day == "2026-03-05" && orders[1].expiresAt.day == "2026-03-31")
    #expect(try await subscription(in: store).state == .active)
    try await pass(27, in: store)  // April 1
    #expect(try await store.allOrders().last?.expiresAt.day == "2026-04-30")
  }

  @Test("After the grace period, the new period begins at the payment, and the following ones are counted from it")
  func recoveryAfterGracePeriod() async throws {
    let (store, ann) = try await subscribed()
    try await store.use(.declined, of: ann)
    try await pass(48, in: store)  // March 20
    #expect(try await !counts(ann, in: store))
    try await store.use(.paying, of: ann)
    let orders = try await store.allOrders()
    #expect(orders.map(\.expiresAt.day) == ["2026-03-16", "2026-04-20"])
    #expect(try await counts(ann, in: store))
    try await pass(32, in: store)  // April 21
    #expect(try await store.allOrders().last?.expiresAt.day == "2026-05-20")
  }

  @Test("A scheduled try succeeds when the reason of the failure is gone, at the time of that try")
  func scheduledTry() async throws {
    let (store, ann) = try await subscribed()
    try await store.use(.declined, of: ann)
    try await pass(29, in: store)  // March 1, noon: the first try, on February 28, has failed; the second one, too.
    try await addMastercard(to: ann, in: store)
    #expect(try await store.allOrders().count == 1)
    try await pass(3, in: store)
    #expect(try await store.allOrders().last?.purchaseDate.day == "2026-03-02")
  }

  @Test("A tester can let an account's payments fail, renewals and purchases, and let the card decide again")
  func testersSwitch() async throws {
    let (store, ann) = try await subscribed()
    let bob = try await store.session("bob@example.com")
    try await store.run { try $0.accounts.setPaymentsFail(true, of: ann.account) }
    try await pass(30, in: store)
    #expect(try await subscription(in: store).state == .gracePeriod)
    let refusal = await #expect(throws: SandboxProblem.self) { try await store.buy(TestShop.coins, by: ann) }
    #expect(refusal?.code == .declined)
    #expect(try await store.buy(TestShop.coins, by: bob).isNew)
    try await store.run { try $0.accounts.setPaymentsFail(false, of: ann.account) }
    #expect(try await subscription(in: store).state == .active)
    #expect(try await store.buy(TestShop.coins, by: ann).isNew)
    let unknown = await #expect(throws: SandboxProblem.self) {
      try await store.run { try $0.accounts.setPaymentsFail(true, of: "nobody") }
    }
    #expect(unknown?.code == .notFound)
  }

  @Test("A card pays until the end of its month, and not in the next one")
  func expiry() async throws {
    let (store, ann) = try await subscribed()
    _ = try await store.run { try $0.cards.add(number: TestCard.paying.number, expiry: (3, 2026), of: ann.account) }
    try await pass(59, in: store)  // March 31: the renewal on February 28 and the one on March 31 are paid.
    #expect(try await store.allOrders().count == 3)
    try await pass(30, in: store)  // April 30
    #expect(try await subscription(in: store).state == .gracePeriod)
    let refusal = await #expect(throws: SandboxProblem.self) { try await store.buy(TestShop.coins, by: ann) }
    #expect(refusal?.title == "The card has expired")
  }

  @Test("A weekly subscription has a grace period of six days, so that a late payment pays for at least one day")
  func shortPeriod() async throws {
    let (store, ann) = try await subscribed(TestShop.weekly)
    try await store.use(.declined, of: ann)
    try await pass(8, in: store)
    #expect(try await store.allOrders().last?.expiresAt.day == "2026-02-13")
  }

  @Test("A free trial has no grace period, but its renewal is tried again")
  func trial() async throws {
    let (store, ann) = try await subscribed(TestShop.monthly)
    try await store.use(.declined, of: ann)
    try await pass(8, in: store)
    #expect(try await !counts(ann, in: store))
    #expect(try await subscription(in: store).state == .billingRetry)
    try await store.use(.paying, of: ann)
    #expect(try await store.allOrders().last?.price == 399)
    #expect(try await counts(ann, in: store))
  }

  @Test("Both lengths can be 0")
  func withoutRetry() async throws {
    let (store, ann) = try await subscribed { $0.gracePeriod = 0 }
    try await store.use(.declined, of: ann)
    try await pass(29, in: store)
    #expect(try await subscription(in: store).state == .billingRetry)
    let (other, bob) = try await subscribed { $0.retryPeriod = 0 }
    try await other.use(.declined, of: bob)
    try await pass(29, in: other)
    #expect(try await subscription(in: other).state == .ended)
    #expect(try await !counts(bob, in: other))
  }

  @Test("A cancellation in the grace period ends the subscription at once, because the current period is not paid")
  func cancelled() async throws {
    let (store, ann) = try await subscribed()
    try await store.use(.declined, of: ann)
    try await pass(30, in: store)
    let order = try #require(try await store.allOrders().first)
    try await store.run { try $0.subscriptions.cancel(order.orderID) }
    #expect(try await !counts(ann, in: store))
    #expect(try await subscription(in: store).endReason == .cancelled)
    try await store.use(.paying, of: ann)
    #expect(try await store.allOrders().count == 1)
  }

  @Test("A refund in the grace period ends the subscription and the tries")
  func refunded() async throws {
    let (store, ann) = try await subscribed()
    try await store.use(.declined, of: ann)
    try await pass(30, in: store)
    let order = try #require(try await store.allOrders().first)
    _ = try await store.run { try $0.orders.refund(order.orderID, reason: nil) }
    try await store.use(.paying, of: ann)
    try await pass(30, in: store)
    #expect(try await store.allOrders().count == 1)
    #expect(try await subscription(in: store).endReason == .refunded)
  }

  @Test("After a refund of the order that was paid in the grace period, nothing of the grace period is left")
  func refundAfterRecovery() async throws {
    let (store, ann) = try await subscribed()
    try await store.use(.declined, of: ann)
    try await pass(30, in: store)
    try await store.use(.paying, of: ann)
    let paid = try #require(try await store.allOrders().last)
    let refunded = try await store.run { try $0.orders.refund(paid.orderID, reason: nil) }
    let end = try #require(refunded.purchase.revocationDate)
    #expect(try await store.allOrders().allSatisfy { $0.expiresAt.map { $0 <= end } == true })
  }

  @Test("Buying the product after a failed renewal begins a period at once, and the failed one is not charged again")
  func boughtAgain() async throws {
    for days in [30, 48] {
      let (store, ann) = try await subscribed()
      try await store.use(.declined, of: ann)
      try await pass(days, in: store)
      try await addMastercard(to: ann, in: store)
      #expect(try await store.buy(TestShop.plain, by: ann).isNew)
      try await pass(32, in: store)
      let orders = try await store.allOrders()
      #expect(orders.count == 3)
      #expect(orders[1].originalOrderID == orders[2].originalOrderID)
      #expect(try await store.run { try $0.orders.purchases(of: ann).count } == 1)
    }
  }

  @Test("The state is kept when the store is closed, and the tries go on")
  func closed() async throws {
    let test = try TestStore()
    let store = try test.open()
    let ann = try await store.session()
    try await store.buy(TestShop.plain, by: ann)
    try await store.use(.declined, of: ann)
    try await pass(30, in: store)
    let before = try await subscription(in: store)
    await store.close()
    let reopened = try test.open()
    let after = try await subscription(in: reopened)
    #expect(after.stored.retry == before.stored.retry && after.state == .gracePeriod)
    try await reopened.use(.paying, of: ann)
    #expect(try await subscription(in: reopened).state == .active)
  }
}
