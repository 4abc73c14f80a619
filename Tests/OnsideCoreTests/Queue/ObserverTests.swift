import OnsideCore
import OnsideTestSupport
import Testing

/// The observers of the payment queue.
@MainActor @Suite(.timeLimit(.minutes(10))) struct ObserverTests {
  /// Returns a shop with an unfinished purchase.
  private func shopWithPurchase() async throws -> TestShop {
    let shop = try await TestShop()
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    try await news.wait(for: .purchased)
    shop.queue.remove(observer: news)
    return shop
  }

  @Test func bothSpellingsAddAnObserver() async throws {
    let shop = try await TestShop()
    let (first, second) = (QueueNews(), QueueNews())
    shop.queue.add(first)
    shop.queue.add(observer: second)
    #expect(
      shop.queue.transactionObservers.map { ObjectIdentifier($0) } == [first, second].map { ObjectIdentifier($0) })
    try await shop.queue.enqueue(shop.payment("coins"))
    try await first.wait(for: .purchased)
    try await second.wait(for: .purchased)
  }

  @Test func anObserverThatIsAddedTwiceIsNotifiedOnce() async throws {
    let shop = try await shopWithPurchase()
    let news = QueueNews()
    shop.queue.add(observer: news)
    shop.queue.add(observer: news)
    try await news.wait(for: .purchased)
    shop.queue.add(observer: news)
    #expect(shop.queue.transactionObservers.count == 1)
    try await shop.queue.enqueue(shop.payment("coins"))
    try await news.wait(for: .purchased, count: 2)
    #expect(news.states == [.purchased, .purchasing, .purchased])
  }

  @Test func observersAreHeldWeakly() async throws {
    let shop = try await TestShop()
    var news: QueueNews? = QueueNews()
    weak let released = news
    shop.queue.add(observer: news!)
    for _ in 0..<5 { await Task.yield() }
    news = nil
    #expect(released == nil)
    #expect(shop.queue.transactionObservers.isEmpty)
  }

  @Test func aRemovedObserverIsNotNotified() async throws {
    let shop = try await TestShop()
    let (removed, other) = (QueueNews(), QueueNews())
    shop.queue.add(observer: removed)
    shop.queue.add(observer: other)
    try await shop.queue.enqueue(shop.payment("coins"))
    try await removed.wait(for: .purchased)
    shop.queue.remove(observer: removed)
    let told = removed.items.count
    try await shop.queue.enqueue(shop.payment("coins"))
    try await other.wait(for: .purchased, count: 2)
    #expect(removed.items.count == told)
  }

  @Test func anObserverThatIsRemovedDuringANotificationIsNotNotified() async throws {
    let shop = try await TestShop()
    let (first, second, third) = (QueueNews(), QueueNews(), QueueNews())
    for news in [first, second, third] { shop.queue.add(observer: news) }
    first.onUpdate = { _ in
      shop.queue.remove(observer: second)
      shop.queue.remove(observer: first)
    }
    try await shop.queue.enqueue(shop.payment("coins"))
    try await third.wait(for: .purchased)
    #expect(first.states == [.purchasing])
    #expect(second.items.isEmpty)
    #expect(shop.queue.transactionObservers.map { ObjectIdentifier($0) } == [ObjectIdentifier(third)])
  }

  @Test func anObserverThatIsAddedDuringANotificationGetsTheTransactionsOnce() async throws {
    let shop = try await TestShop()
    let (first, second) = (QueueNews(), QueueNews())
    shop.queue.add(observer: first)
    first.onUpdate = { transaction in
      if transaction.transactionState == .purchased { shop.queue.add(observer: second) }
    }
    try await shop.queue.enqueue(shop.payment("coins"))
    try await second.wait(for: .purchased)
    for _ in 0..<10 { await Task.yield() }
    #expect(second.states == [.purchased])
  }

  @Test func anObserverThatIsRemovedBeforeItsFirstNotificationGetsNone() async throws {
    let shop = try await shopWithPurchase()
    let (first, second) = (QueueNews(), QueueNews())
    first.onUpdate = { _ in shop.queue.remove(observer: second) }
    shop.queue.add(observer: first)
    shop.queue.add(observer: second)
    try await first.wait(for: .purchased)
    for _ in 0..<10 { await Task.yield() }
    #expect(second.items.isEmpty)
  }

  @Test func anObserverMayFinishATransactionWithinItsUpdate() async throws {
    let shop = try await TestShop()
    let news = QueueNews()
    news.onUpdate = { transaction in
      if transaction.transactionState == .purchased { shop.queue.finishTransaction(transaction) }
    }
    shop.queue.add(observer: news)
    for _ in 0..<3 { try await shop.queue.enqueue(shop.payment("coins")) }
    try await news.wait { news.removals.count == 3 }
    #expect(shop.queue.transactions.isEmpty)
    try await shop.relaunch()
    #expect(shop.queue.transactions.isEmpty)
  }

  @Test func onlyTheObserversUpdateMethodIsRequired() async throws {
    final class Plain: OnsidePaymentTransactionObserver {
      var states: [OnsidePaymentTransactionState] = []
      func onsidePaymentQueue(_ queue: any OnsidePaymentQueue, updatedTransactions: [OnsidePaymentTransaction]) {
        states += updatedTransactions.map(\.transactionState)
      }
    }
    let shop = try await TestShop(isLoggedIn: false)
    let (plain, news) = (Plain(), QueueNews())
    shop.queue.add(observer: plain)
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("lifetime"))
    shop.queue.finishTransaction(try await news.wait(for: .purchased))
    try await shop.queue.requestRestore()
    try await news.wait { news.items.contains(.restored) }
    await shop.service.simulate(.fails(.connectionError), of: .purchases)
    try await shop.queue.requestRestore()
    try await news.wait { news.items.contains(.restoreFailed(.connectionError)) }
    #expect(plain.states == [.purchasing, .purchased, .restored])
  }

  @Test func aStorefrontChangeIsReportedAndAppliesToLaterPayments() async throws {
    let shop = try await TestShop()
    let news = QueueNews()
    shop.queue.add(observer: news)
    for _ in 0..<5 { await Task.yield() }
    try await shop.service.setStorefront("USA")
    try await news.wait { news.items == [.storefront("US")] }
    try await shop.queue.enqueue(shop.payment("coins"))
    let purchased = try await news.wait(for: .purchased)
    #expect(purchased.storefront.countryCode == "US")
    #expect(purchased.payment.product.price.currencyCode == "USD")
  }
}
