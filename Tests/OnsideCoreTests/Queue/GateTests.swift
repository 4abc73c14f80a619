import Foundation
import OnsideCore
import OnsideTestSupport
import Testing

/// Tests of the delegate's decision whether a transaction continues (docs/onside-rules.md, onside-6.4).
@MainActor @Suite(.timeLimit(.minutes(10))) struct GateTests {
  /// A delegate that gives the test's answer, and records the questions.
  private final class Gate: OnsidePaymentQueueDelegate {
    var answer: (OnsideStorefront) async -> Bool = { _ in true }
    var asked: [String] = []

    func onsidePaymentQueue(
      _ queue: any OnsidePaymentQueue, shouldContinue transaction: OnsidePaymentTransaction,
      in storefront: OnsideStorefront
    ) async -> Bool {
      asked.append(storefront.countryCode)
      return await answer(storefront)
    }
  }

  /// A question to the delegate that gets no answer.
  @MainActor private final class HeldQuestion {
    private(set) var isAsked = false
    private(set) var isCancelled = false

    func answer() async -> Bool {
      isAsked = true
      try? await Task.sleep(for: .seconds(600))  // The sleep ends when the question is cancelled.
      isCancelled = Task.isCancelled
      return true
    }
  }

  /// A delegate with the synchronous method.
  private final class SynchronousGate: OnsidePaymentQueueDelegate {
    func onsidePaymentQueue(
      _ queue: any OnsidePaymentQueue, shouldContinue transaction: OnsidePaymentTransaction,
      in storefront: OnsideStorefront
    ) -> Bool { false }
  }

  @Test func theAnswerFalseRemovesTheTransactionAndReportsNoFailure() async throws {
    let shop = try await TestShop()
    let gate = Gate()
    gate.answer = { _ in false }
    shop.queue.delegate = gate
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    try await news.wait { !news.removals.isEmpty }
    #expect(news.states == [.purchasing])
    #expect(gate.asked == ["DE"])
    #expect(shop.interface.shownSheets.isEmpty)
  }

  @Test func aDelegateWithOnlyTheSynchronousMethodIsAsked() async throws {
    let shop = try await TestShop()
    let gate = SynchronousGate()
    shop.queue.delegate = gate
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    try await news.wait { !news.removals.isEmpty }
    #expect(gate === shop.queue.delegate)
  }

  @Test func withoutADelegateAPurchaseContinues() async throws {
    let shop = try await TestShop()
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    try await news.wait(for: .purchased)
  }

  @Test func theDelegateIsAskedOnceForEachTransaction() async throws {
    let shop = try await TestShop()
    let gate = Gate()
    shop.queue.delegate = gate
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    try await shop.queue.enqueue(shop.payment("coins"))
    try await news.wait(for: .purchased, count: 2)
    #expect(gate.asked == ["DE", "DE"])
  }

  @Test func theDelegateIsAskedAgainIfTheStorefrontChangesBeforeProcessing() async throws {
    let shop = try await TestShop()
    let gate = Gate()
    gate.answer = { storefront in
      guard storefront.countryCode == "DE" else { return true }
      try? await shop.service.setStorefront("FRA")
      // If the storefront never changes, answer false. Then the queue does not ask the gate again, and the test fails.
      return (try? await eventually { shop.queue.storefront?.countryCode == "FR" }) != nil
    }
    shop.queue.delegate = gate
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    let purchased = try await news.wait(for: .purchased)
    #expect(gate.asked == ["DE", "FR"])
    #expect(purchased.storefront.countryCode == "FR")
    #expect(shop.interface.shownSheets.first?.storefront.countryCode == "FR")
  }

  @Test func theEndOfATransactionCancelsTheQuestionToTheDelegate() async throws {
    let ends: [@MainActor (TestShop, OnsidePaymentTransaction) -> Void] = [
      { shop, transaction in shop.queue.finishTransaction(transaction) },
      { shop, _ in shop.client.logout() },
    ]
    for end in ends {
      let shop = try await TestShop()
      let gate = Gate()
      let question = HeldQuestion()
      gate.answer = { _ in await question.answer() }
      shop.queue.delegate = gate
      let news = QueueNews()
      shop.queue.add(observer: news)
      try await shop.queue.enqueue(shop.payment("coins"))
      try await eventually { question.isAsked }
      try end(shop, #require(shop.queue.transactions.first))
      try await news.wait { !news.removals.isEmpty || news.states.last == .failed }
      try await eventually { question.isCancelled }
      #expect(shop.interface.shownSheets.isEmpty)
    }
  }

  @Test func theDelegateIsNotAskedAboutTransactionsInATerminalState() async throws {
    let shop = try await TestShop()
    let gate = Gate()
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("lifetime"))
    try await news.wait(for: .purchased)
    try await shop.relaunch()
    shop.queue.delegate = gate
    let again = QueueNews()
    shop.queue.add(observer: again)
    try await again.wait(for: .purchased)
    try await shop.queue.requestRestore()
    try await again.wait(for: .restored)
    #expect(gate.asked.isEmpty)
  }
}
