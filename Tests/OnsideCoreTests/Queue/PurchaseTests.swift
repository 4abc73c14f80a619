import Foundation
@testable import OnsideCore
import OnsideTestSupport
import Testing

/// A purchase, and the delegate's decision before it (docs/onside-rules.md, onside-6.3 and onside-6.4).
@MainActor @Suite(.timeLimit(.minutes(10))) struct PurchaseTests {
  @Test func aPaymentArrivesAsPurchasingThenPurchased() async throws {
    let shop = try await TestShop()
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins", token: "user-7"))
    let purchased = try await news.wait(for: .purchased)
    #expect(news.states == [.purchasing, .purchased])
    #expect(purchased.payment.appAccountToken == "user-7")
    #expect(purchased.transactionIdentifier != nil)
    #expect(purchased.originalTransactionIdentifier == purchased.transactionIdentifier)
    #expect(purchased.storefront.countryCode == "DE")
    let orders = try await shop.service.ledger()
    #expect(orders.map(\.order.id) == [purchased.transactionIdentifier])
    #expect(shop.interface.shownSheets.map(\.product.productIdentifier) == ["coins"])
    #expect(shop.interface.outcomes.map(\.outcome) == [.paid])
  }

  @Test func finishingRemovesTheTransaction() async throws {
    let shop = try await TestShop()
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    let purchased = try await news.wait(for: .purchased)
    #expect(shop.queue.transactions.map(\.id) == [purchased.id])
    shop.queue.finishTransaction(purchased)
    try await news.wait { !news.removals.isEmpty }
    #expect(news.removals == [purchased])
    #expect(shop.queue.transactions.isEmpty)
  }

  @Test func theQueueIsPausedUntilAnObserverIsAdded() async throws {
    let shop = try await TestShop()
    try await shop.queue.enqueue(shop.payment("coins"))
    try await shop.queue.enqueue(shop.payment("lifetime"))
    try await shop.queue.requestRestore()
    #expect(shop.queue.transactions.map(\.transactionState) == [.purchasing, .purchasing])
    #expect(try await shop.service.ledger().isEmpty)
    #expect(shop.interface.shownSheets.isEmpty)
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await news.wait(for: .purchased, count: 2)
    try await news.wait { news.items.contains(.restored) }
  }

  @Test func theQueueIsPausedAgainWhenItsLastObserverIsRemoved() async throws {
    let shop = try await TestShop()
    var news: QueueNews? = QueueNews()
    shop.queue.add(observer: news!)
    await Task.yield()
    shop.queue.remove(observer: news!)
    news = nil
    try await shop.queue.enqueue(shop.payment("coins"))
    #expect(shop.queue.transactions.map(\.transactionState) == [.purchasing])
    #expect(shop.interface.shownSheets.isEmpty)
  }

  @Test func aPurchaseShowsTheLoginIfNeededAndContinues() async throws {
    let shop = try await TestShop(isLoggedIn: false)
    let news = QueueNews()
    shop.queue.add(observer: news)
    #expect(shop.queue.storefront == nil)
    try await shop.queue.enqueue(shop.payment("coins"))
    #expect(shop.interface.shownLogins.count == 1)
    try await news.wait(for: .purchased)
  }

  @Test func aDiscardedLoginRejectsThePaymentAndTheRestore() async throws {
    let shop = try await TestShop(isLoggedIn: false)
    shop.interface.login = .discard
    let payment = try await shop.payment("coins")
    await #expect(throws: OnsidePaymentQueueAddProductError.loginDiscarded) { try await shop.queue.enqueue(payment) }
    await #expect(throws: OnsidePaymentQueueRequestRestoreError.loginDiscarded) {
      try await shop.queue.requestRestore()
    }
    #expect(shop.queue.transactions.isEmpty)
  }

  @Test func aDismissedSheetFailsTheTransactionWithCancelled() async throws {
    let shop = try await TestShop()
    shop.interface.payment = .cancel
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    let failed = try await news.wait(for: .failed)
    #expect(failed.error == .cancelled)
    #expect(shop.queue.transactions == [failed])
    shop.queue.finishTransaction(failed)
    try await news.wait { news.removals == [failed] }
    #expect(try await shop.service.ledger().isEmpty)
  }

  @Test func aSheetThatCannotBeShownIsPresentationFailed() async throws {
    let shop = try await TestShop()
    shop.interface.payment = .fail(.presentationFailed)
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    #expect(try await news.wait(for: .failed).error == .presentationFailed)
  }

  @Test func aRefusedPaymentFailsWithCancelledAndTheSheetShowsTheReason() async throws {
    let shop = try await TestShop()
    await shop.service.simulate(.fails(.refused("the card is declined")), of: .pay)
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    #expect(try await news.wait(for: .failed).error == .cancelled)
    #expect(shop.interface.outcomes.map(\.outcome) == [.refused("the card is declined")])
  }

  @Test func paymentsAreMadeInTheOrderInWhichTheyWereAdded() async throws {
    let shop = try await TestShop()
    let news = QueueNews()
    shop.queue.add(observer: news)
    for _ in 0..<5 { try await shop.queue.enqueue(shop.payment("coins")) }
    try await news.wait(for: .purchased, count: 5)
    let ids = news.updates.filter { $0.transactionState == .purchasing }.map(\.id)
    #expect(news.updates.filter { $0.transactionState == .purchased }.map(\.id) == ids)
  }

  @Test func aChangedPriceIsShownBeforeItIsPaid() async throws {
    let shop = try await TestShop()
    let payment = try await shop.payment("coins")
    try await shop.service.setStorefront("USA")
    try await eventually { shop.queue.storefront?.countryCode == "US" }
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(payment)
    let purchased = try await news.wait(for: .purchased)
    #expect(shop.interface.shownSheets.map(\.priceHasChanged) == [false, true])
    #expect(shop.interface.shownSheets.map(\.product.price.currencyCode) == ["EUR", "USD"])
    #expect(purchased.payment.product.price.currencyCode == "USD")
    #expect(try await shop.service.ledger().count == 1)
  }

  @Test func aTransactionIsFinishedByItsIdAndOnlyOnce() async throws {
    let shop = try await TestShop()
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    let purchased = try await news.wait(for: .purchased)
    let purchasing = try #require(news.updates.first)
    #expect(purchasing.isSame(as: purchased))
    shop.queue.finishTransaction(purchasing)
    shop.queue.finishTransaction(purchased)
    try await news.wait { !news.removals.isEmpty }
    #expect(news.removals == [purchased])
  }

  @Test func aPaymentThatIsAddedBeforeALogoutIsCancelled() async throws {
    let shop = try await TestShop()
    let news = QueueNews()
    shop.queue.add(observer: news)
    let payment = try await shop.payment("coins")
    shop.queue.add(payment, completion: nil)
    shop.client.logout()
    #expect(try await news.wait(for: .failed).error == .cancelled)
    #expect(shop.interface.shownLogins.isEmpty)
    #expect(try await shop.service.ledger().isEmpty)
  }

  @Test func finishingATransactionHasNoEffectWhileItIsPaid() async throws {
    let shop = try await TestShop()
    let news = QueueNews()
    shop.queue.add(observer: news)
    shop.queue.add(try await shop.payment("coins"), completion: nil)
    let purchasing = try await news.wait(for: .purchasing)
    try await eventually { try await !shop.service.ledger().isEmpty }
    // Call `finishTransaction` in each turn until the payment is reported, so that some calls occur while the queue
    // records the payment.
    try await eventually {
      // After the report, finishing would remove the transaction.
      guard news.states.last == .purchasing else { return true }
      shop.queue.finishTransaction(purchasing)
      return false
    }
    for _ in 0..<1_000 { await Task.yield() }
    #expect(news.states == [.purchasing, .purchased])
    #expect(news.removals.isEmpty)
    #expect(shop.queue.transactions.map(\.transactionState) == [.purchased])
  }

  @Test func hostileLoginsOfAPageAreNotShownForAWhileAfterThreeDismissals() async throws {
    let shop = try await TestShop(isLoggedIn: false)
    shop.interface.login = .discard
    for _ in 0..<10 {
      await #expect(throws: OnsideLoginError.loginDiscarded) {
        try await shop.client.requestLogin(requestingOrigin: "https://shop.example")
      }
    }
    #expect(shop.interface.shownLogins.count == 3)
    await #expect(throws: OnsideLoginError.loginDiscarded) { try await shop.client.requestLogin() }
    #expect(shop.interface.shownLogins.count == 4)
    // The pause begins and ends in later turns of the main actor, so the condition repeats the steps.
    try await eventually {
      shop.clock.advance(by: .seconds(5))
      try? await shop.client.requestLogin(requestingOrigin: "https://shop.example")
      return shop.interface.shownLogins.count == 5
    }
  }

  @Test func hostileAtMostSixteenPaymentsAndSixteenRestoresOfAPageMayWait() async throws {
    let shop = try await TestShop()
    let requestingOrigin = "https://shop.example"
    var payment = try await shop.payment("coins")
    // All payments are added in one turn, as a page makes them in one packet. There is no observer, so all of the
    // payments wait.
    payment.requestingOrigin = requestingOrigin
    for _ in 0..<16 {
      #expect(shop.client.acceptsPayment(from: requestingOrigin))
      shop.queue.add(payment, completion: nil)
    }
    for _ in 0..<16 {
      #expect(shop.client.acceptsRestore(from: requestingOrigin))
      try await shop.client.restoreCompletedTransactions(requestingOrigin: requestingOrigin)
    }
    #expect(!shop.client.acceptsPayment(from: requestingOrigin))
    #expect(shop.client.acceptsPayment(from: "https://other.example"))
    #expect(!shop.client.acceptsRestore(from: requestingOrigin))
    #expect(shop.client.acceptsRestore(from: "https://other.example"))
    try await eventually { shop.queue.transactions.count >= 16 }
    #expect(!shop.client.acceptsPayment(from: requestingOrigin))
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await news.wait(for: .purchased, count: 16)
    #expect(shop.client.acceptsPayment(from: requestingOrigin))
    try await news.wait { news.items.filter { $0 == .restored }.count == 16 }
    #expect(shop.client.acceptsRestore(from: requestingOrigin))
  }
}
