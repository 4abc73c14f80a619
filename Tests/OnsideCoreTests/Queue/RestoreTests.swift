import Foundation
import OnsideCore
import OnsideTestSupport
import Testing

/// Restoring purchases (docs/onside-rules.md, onside-6.5).
@MainActor @Suite(.timeLimit(.minutes(10))) struct RestoreTests {
  private func shopWithPurchases() async throws -> (TestShop, QueueNews) {
    let shop = try await TestShop()
    let news = QueueNews()
    shop.queue.add(observer: news)
    for identifier in ["coins", "lifetime", "monthly"] { try await shop.queue.enqueue(shop.payment(identifier)) }
    try await news.wait(for: .purchased, count: 3)
    for transaction in shop.queue.transactions { shop.queue.finishTransaction(transaction) }
    try await news.wait { news.removals.count == 3 }
    return (shop, news)
  }

  @Test func aRestoreDeliversNonConsumablesAndSubscriptionsAndThenFinishes() async throws {
    let (shop, news) = try await shopWithPurchases()
    try await shop.queue.requestRestore()
    try await news.wait { news.items.last == .restored }
    let restored = news.updates.filter { $0.transactionState == .restored }
    #expect(restored.map(\.payment.product.productIdentifier) == ["lifetime", "monthly"])
    #expect(restored.allSatisfy { $0.originalTransactionIdentifier == $0.transactionIdentifier })
    #expect(news.items.filter { $0 == .restored }.count == 1)
  }

  @Test func restoredTransactionsAreDeliveredUntilFinished() async throws {
    let (shop, news) = try await shopWithPurchases()
    try await shop.queue.requestRestore()
    try await news.wait { news.items.last == .restored }
    try await shop.relaunch()
    let again = QueueNews()
    shop.queue.add(observer: again)
    try await again.wait(for: .restored, count: 2)
  }

  @Test func aRepeatedRestoreAddsNoTransactions() async throws {
    let (shop, news) = try await shopWithPurchases()
    try await shop.queue.requestRestore()
    try await shop.queue.requestRestore()
    try await news.wait { news.items.filter { $0 == .restored }.count == 2 }
    #expect(news.states.filter { $0 == .restored }.count == 4)
    #expect(shop.queue.transactions.count == 2)
  }

  @Test(arguments: [
    (OnsideServiceError.connectionError, OnsideTransactionsRestoreError.connectionError),
    (.appNotRegistered, .appNotRegistered), (.serviceUnavailable, .serviceUnavailable), (.cancelled, .cancelled),
    (.internalError("odd"), .internalError),
  ])
  func aFailedRestoreReportsItsErrorOnce(
    _ cause: OnsideServiceError, _ error: OnsideTransactionsRestoreError
  ) async throws {
    let (shop, news) = try await shopWithPurchases()
    await shop.service.simulate(.fails(cause), of: .purchases)
    try await shop.queue.requestRestore()
    try await news.wait { news.items.last == .restoreFailed(error) }
    #expect(!news.items.contains(.restored))
  }

  @Test func aRestoreWhoseLoginIsDismissedNotifiesNoObserver() async throws {
    let (shop, news) = try await shopWithPurchases()
    shop.client.logout()
    shop.interface.login = .discard
    await #expect(throws: OnsidePaymentQueueRequestRestoreError.loginDiscarded) {
      try await shop.queue.requestRestore()
    }
    #expect(!news.items.contains(.restored))
    #expect(!news.items.contains { if case .restoreFailed = $0 { true } else { false } })
  }

  @Test func theQueueHidesThePurchasesOfOtherUsers() async throws {
    let shop = try await TestShop()
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("lifetime"))
    let purchased = try await news.wait(for: .purchased)
    shop.client.logout()
    #expect(shop.queue.transactions == [purchased])
    shop.interface.login = .succeed(.email("eve@example.com"))
    try await shop.client.requestLogin()
    #expect(shop.queue.transactions.isEmpty)
    try await news.wait { news.removals == [purchased] }
    try await shop.queue.requestRestore()
    try await news.wait { news.items.contains(.restored) }
    #expect(news.states == [.purchasing, .purchased])
    shop.client.logout()
    shop.interface.login = .succeed(.email("ada@example.com"))
    try await shop.client.requestLogin()
    #expect(shop.queue.transactions.map(\.id) == [purchased.id])
    #expect(news.states == [.purchasing, .purchased, .purchased])
  }
}
