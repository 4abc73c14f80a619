import Foundation
import OnsideMerchant
import Testing

@testable import OnsideSandbox

@Suite("Subscriptions over time") struct RenewalTests {
  private static let day = 86_400

  @Test("Each renewal is a separate order, paid at the end of the previous period")
  func renewals() async throws {
    let store = try TestStore().open()
    let ann = try await store.session()
    let first = try await store.buy(TestShop.plain, by: ann, token: "ann").order
    _ = try await store.moveClock(bySeconds: 60 * Self.day, rate: nil)
    let orders = try await store.allOrders()
    #expect(orders.map(\.transactionReason) == [.purchase, .renewal, .renewal])
    #expect(orders.map(\.price) == [299, 299, 299])
    #expect(Set(orders.map(\.orderID)).count == 3)
    #expect(orders.allSatisfy { $0.originalOrderID.uuidString.lowercased() == first.id })
    #expect(orders.allSatisfy { $0.originalPurchaseDate == first.date && $0.appAccountToken == "ann" })
    #expect(zip(orders, orders.dropFirst()).allSatisfy { $0.expiresAt == $1.purchaseDate })
    #expect(orders.last?.expiresAt.map { $0 > date("2026-04-29T00:00:00Z") } == true)
    #expect(
      try await store.run { try $0.orders.purchases(of: ann).map(\.id) } == [orders[2].orderID.uuidString.lowercased()])
  }

  @Test("Subscriptions renew when only the clock's rate advances the time")
  func rate() async throws {
    let test = try TestStore()
    let store = try test.open()
    let ann = try await store.session()
    try await store.buy(TestShop.plain, by: ann)
    _ = try await store.moveClock(bySeconds: 0, rate: Double(Self.day))
    test.time.pass(59)
    #expect(try await store.allOrders().count == 3)
  }

  @Test("Subscriptions renew while the store is closed")
  func closed() async throws {
    let test = try TestStore()
    let store = try test.open()
    try await store.buy(TestShop.plain, by: store.session())
    await store.close()
    test.time.pass(TimeInterval(60 * Self.day))
    #expect(try await test.open().allOrders().count == 3)
  }

  @Test("A renewal is paid with the default card at that time")
  func cardOfThen() async throws {
    let store = try TestStore().open()
    let ann = try await store.session()
    try await store.buy(TestShop.plain, by: ann)
    try await store.use(.declined, of: ann)
    try await store.use(.paying, of: ann)
    _ = try await store.moveClock(bySeconds: 30 * Self.day, rate: nil)
    #expect(try await store.allOrders().count == 2)
  }

  @Test("A cancelled subscription expires at the end of its period")
  func cancelled() async throws {
    let store = try TestStore().open()
    let ann = try await store.session()
    let order = try await store.buy(TestShop.plain, by: ann).order
    try await store.run { try $0.subscriptions.cancel(try #require(UUID(uuidString: order.id))) }
    _ = try await store.moveClock(bySeconds: 27 * Self.day, rate: nil)
    #expect(try await store.run { try $0.orders.purchases(of: ann).map(\.id) } == [order.id])
    _ = try await store.moveClock(bySeconds: 2 * Self.day, rate: nil)
    #expect(try await store.run { try $0.orders.purchases(of: ann).isEmpty })
    #expect(try await store.allOrders().count == 1)
  }

  @Test("Buying a cancelled subscription before its end renews it again, without a charge")
  func boughtAgain() async throws {
    let store = try TestStore().open()
    let ann = try await store.session()
    let order = try await store.buy(TestShop.plain, by: ann).order
    try await store.run { try $0.subscriptions.cancel(try #require(UUID(uuidString: order.id))) }
    let again = try await store.buy(TestShop.plain, by: ann)
    #expect(again.order.id == order.id && !again.isNew)
    _ = try await store.moveClock(bySeconds: 30 * Self.day, rate: nil)
    #expect(try await store.allOrders().count == 2)
  }

  @Test("An expired subscription can be bought again, as a new one without the introductory price")
  func afterwards() async throws {
    let store = try TestStore().open()
    let ann = try await store.session()
    let first = try await store.buy(TestShop.monthly, by: ann).order
    try await store.run { try $0.subscriptions.cancel(try #require(UUID(uuidString: first.id))) }
    _ = try await store.moveClock(bySeconds: 8 * Self.day, rate: nil)
    let second = try await store.buy(TestShop.monthly, by: ann)
    #expect(first.price == 0 && second.isNew && second.order.price == 399 && second.order.original == second.order.id)
  }

  @Test("A refund ends a subscription, including its current period", arguments: [0, 1])
  func refund(ofOrder index: Int) async throws {
    let store = try TestStore().open()
    let ann = try await store.session()
    try await store.buy(TestShop.plain, by: ann)
    _ = try await store.moveClock(bySeconds: 30 * Self.day, rate: nil)
    let id = try await store.allOrders()[index].orderID
    let refunded = try await store.run { try $0.orders.refund(id, reason: "asked for") }
    #expect(try await store.run { try $0.orders.purchases(of: ann).isEmpty })
    let orders = try await store.allOrders()
    #expect(orders.map { $0.revocationDate != nil } == (0...1).map { $0 == index })
    #expect(orders[index].revocationReason == "asked for")
    let end = try #require(refunded.purchase.revocationDate)
    #expect(try #require(orders[1].expiresAt) <= end)
    _ = try await store.moveClock(bySeconds: 60 * Self.day, rate: nil)
    #expect(try await store.allOrders().count == 2)
  }

  @Test("A subscription renews at most 1,000 times")
  func most() async throws {
    let store = try TestStore().open()
    let ann = try await store.session()
    try await store.buy(TestShop.weekly, by: ann)
    _ = try await store.moveClock(bySeconds: 2000 * 7 * Self.day, rate: nil)
    let orders = try await store.run { try $0.orders.newest(limit: 1000) }
    let before = try #require(orders.last).purchase.orderID
    #expect(orders.count == 1000)
    #expect(try await store.run { try $0.orders.newest(before: before).count } == 1)
    #expect(try await store.run { try $0.orders.purchases(of: ann).isEmpty })
  }

  @Test("A free trial needs no card, but the next period does")
  func trialWithoutCard() async throws {
    let store = try TestStore().open()
    let ann = try await store.session()
    for method in try await store.run({ try $0.cards.paymentMethods(of: ann.account) }) {
      try await store.run { try $0.cards.remove(method.id, of: ann.account) }
    }
    #expect(try await store.buy(TestShop.monthly, by: ann).order.price == 0)
    _ = try await store.moveClock(bySeconds: 8 * Self.day, rate: nil)
    #expect(try await store.run { try $0.orders.purchases(of: ann).isEmpty })
  }
}
