import CausewayDatabase
import Foundation
import OnsideCore
import OnsideMerchant
import Testing

@testable import OnsideSandbox

/// The App Store's rules for a customer who buys another subscription of the group.
@Suite("Changes within a group of subscriptions") struct GroupChangeTests {
  private static let day = 86_400

  @Test(
    "The levels and periods decide when a purchase takes effect",
    arguments: [
      (TestShop.monthly, TestShop.yearly, GroupChange.atOnce),  // upgrade
      (TestShop.yearly, TestShop.monthly, .atRenewal),  // downgrade
      (TestShop.plain, TestShop.plainTwin, .atOnce),  // crossgrade with the same period
      (TestShop.plain, TestShop.plainYearly, .atRenewal),  // crossgrade with another period
      (TestShop.plain, TestShop.plain, .keep),
    ])
  func rule(_ current: String, _ new: String, _ change: GroupChange) throws {
    let catalog = try TestShop.catalog()
    let other = try #require(catalog.entry(new))
    #expect(GroupChange(from: catalog.entry(current), to: other, isPaid: true) == change)
    // There is no paid period whose end the new subscription could await.
    #expect(GroupChange(from: catalog.entry(current), to: other, isPaid: false) == .atOnce)
    // The catalog no longer has the product.
    #expect(GroupChange(from: nil, to: other, isPaid: true) == .atOnce)
  }

  private func subscription(in store: SandboxStore) async throws -> SandboxSubscription {
    try #require(try await store.run { try $0.subscriptions.newest().first })
  }

  @Test("An upgrade begins at once: the former period ends, and its rest is refunded")
  func upgrade() async throws {
    let store = try TestStore().open()
    let ann = try await store.session()
    let month = try await store.buy(TestShop.monthly, by: ann).order
    _ = try await store.moveClock(bySeconds: 14 * Self.day, rate: nil)
    // The free week is over, and so is a quarter of the month from February 7 to March 7.
    let year = try await store.buy(TestShop.yearly, by: ann)
    #expect(year.isNew && year.order.price == 3499 && year.order.original == month.id)
    #expect(try await store.run { try $0.orders.purchases(of: ann).map(\.id) } == [year.order.id])
    let all = try await store.run { try Array($0.orders.newest().reversed()) }
    #expect(all.map(\.purchase.transactionReason) == [.purchase, .renewal, .purchase])
    #expect(all[1].purchase.expiresAt == year.order.date && all[1].purchase.revocationDate == nil)
    #expect(all.map(\.proratedRefund) == [nil, 299, nil])
    _ = try await store.moveClock(bySeconds: 360 * Self.day, rate: nil)
    #expect(try await store.allOrders().count == 3)
    _ = try await store.moveClock(bySeconds: 10 * Self.day, rate: nil)
    let renewed = try #require(try await store.allOrders().last)
    #expect(renewed.productID == TestShop.yearly && renewed.expiresAt.day == "2028-02-14")
    #expect(try await store.run { try $0.subscriptions.newest().count } == 1)
  }

  @Test("Of a free trial nothing is refunded when the customer upgrades")
  func upgradeOfTrial() async throws {
    let store = try TestStore().open()
    let ann = try await store.session()
    try await store.buy(TestShop.monthly, by: ann)
    try await store.buy(TestShop.yearly, by: ann)
    #expect(try await store.run { try $0.orders.newest().map(\.proratedRefund) } == [nil, 0])
  }

  @Test("A downgrade begins at the next renewal, which charges its price")
  func downgrade() async throws {
    let store = try TestStore().open()
    let ann = try await store.session()
    let year = try await store.buy(TestShop.yearly, by: ann).order
    let answer = try await store.buy(TestShop.monthly, by: ann)
    #expect(!answer.isNew && answer.order.id == year.id)
    #expect(try await subscription(in: store).stored.next?.productIdentifier == TestShop.monthly)
    #expect(try await store.allOrders().map(\.expiresAt.day) == ["2027-01-31"])
    _ = try await store.moveClock(bySeconds: 366 * Self.day, rate: nil)
    let orders = try await store.allOrders()
    #expect(orders.map(\.productID) == [TestShop.yearly, TestShop.monthly])
    #expect(orders[1].price == 399 && orders[1].transactionReason == .renewal)
    #expect(orders[1].originalOrderID == orders[0].orderID && orders[1].purchaseDate == orders[0].expiresAt)
    #expect(orders[1].expiresAt.day == "2027-02-28")
    #expect(try await subscription(in: store).stored.next == nil)
    // The months are counted from the day of the change.
    _ = try await store.moveClock(bySeconds: 31 * Self.day, rate: nil)
    #expect(try await store.allOrders().last?.expiresAt.day == "2027-03-31")
  }

  @Test("Buying the current product again drops the planned downgrade, and so does a cancellation")
  func droppedDowngrade() async throws {
    let store = try TestStore().open()
    let ann = try await store.session()
    let year = try await store.buy(TestShop.yearly, by: ann).order
    try await store.buy(TestShop.monthly, by: ann)
    #expect(try await store.buy(TestShop.yearly, by: ann).order.id == year.id)
    #expect(try await subscription(in: store).stored.next == nil)
    try await store.buy(TestShop.monthly, by: ann)
    try await store.run { try $0.subscriptions.cancel(try #require(UUID(uuidString: year.id))) }
    #expect(try await subscription(in: store).stored.next == nil)
    _ = try await store.moveClock(bySeconds: 366 * Self.day, rate: nil)
    #expect(try await store.allOrders().count == 1)
  }

  @Test("A cancelled subscription that is changed to a lower level renews with it")
  func downgradeAfterCancellation() async throws {
    let store = try TestStore().open()
    let ann = try await store.session()
    let year = try await store.buy(TestShop.yearly, by: ann).order
    try await store.run { try $0.subscriptions.cancel(try #require(UUID(uuidString: year.id))) }
    try await store.buy(TestShop.monthly, by: ann)
    let state = try await subscription(in: store)
    #expect(state.stored.renews && state.endReason == nil)
    _ = try await store.moveClock(bySeconds: 366 * Self.day, rate: nil)
    #expect(try await store.allOrders().map(\.productID) == [TestShop.yearly, TestShop.monthly])
  }

  @Test("The answer to a downgrade is the same for the same key, and the change survives a restart")
  func repeated() async throws {
    let test = try TestStore()
    let store = try test.open()
    let ann = try await store.session()
    try await store.buy(TestShop.yearly, by: ann)
    let request = try await store.request(TestShop.monthly, by: ann)
    let first = try await store.run { try $0.orders.pay(request, by: ann) }
    #expect(try await store.run { try $0.orders.pay(request, by: ann).order.id } == first.order.id)
    await store.close()
    let reopened = try test.open()
    #expect(try await subscription(in: reopened).stored.next?.price == .euros(3.99))
  }

  @Test("A downgrade whose first payment fails is tried again, and in the grace period the former product counts")
  func failedDowngrade() async throws {
    let store = try TestStore().open()
    let ann = try await store.session()
    try await store.buy(TestShop.yearly, by: ann)
    try await store.buy(TestShop.monthly, by: ann)
    try await store.use(.declined, of: ann)
    _ = try await store.moveClock(bySeconds: 370 * Self.day, rate: nil)
    #expect(try await subscription(in: store).state == .gracePeriod)
    let owned = try await store.run { try $0.orders.purchases(of: ann) }
    #expect(owned.map(\.product.productIdentifier) == [TestShop.yearly])
    try await store.use(.paying, of: ann)
    let last = try #require(try await store.allOrders().last)
    #expect(last.productID == TestShop.monthly && last.expiresAt.day == "2027-02-28")
  }

  @Test("An upgrade that is not paid changes nothing")
  func declinedUpgrade() async throws {
    let store = try TestStore().open()
    let ann = try await store.session()
    let month = try await store.buy(TestShop.monthly, by: ann).order
    try await store.use(.declined, of: ann)
    let refusal = await #expect(throws: SandboxProblem.self) { try await store.buy(TestShop.yearly, by: ann) }
    #expect(refusal?.code == .declined)
    #expect(try await store.run { try $0.orders.purchases(of: ann).map(\.id) } == [month.id])
    #expect(try await store.allOrders().first?.expiresAt == month.expires)
  }

  @Test("The part of a price for the rest of a period is rounded down, and never more than the price")
  func rest() {
    let run = SubscriptionRun(
      anchor: date("2026-01-01T00:00:00Z"), periods: 1, introductoryLeft: 0, start: date("2026-01-01T00:00:00Z"),
      expires: date("2026-01-11T00:00:00Z"))
    #expect(run.rest(of: 999, at: date("2026-01-06T00:00:00Z")) == 499)
    #expect(run.rest(of: 999, at: date("2025-12-31T00:00:00Z")) == 999)
    #expect(run.rest(of: 999, at: date("2026-01-11T00:00:00Z")) == 0)
    #expect(run.rest(of: 999, at: date("2026-02-01T00:00:00Z")) == 0)
  }
}
