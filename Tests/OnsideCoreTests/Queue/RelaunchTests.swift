import CausewayDatabase
import Foundation
import OnsideCore
import OnsideTestSupport
import Testing

#if os(Linux)
import SQLiteTestSupport
#endif

/// The state that remains after the process ends.
@MainActor @Suite(.timeLimit(.minutes(10))) struct RelaunchTests {
  @Test func aTransactionThatIsNotFinishedIsDeliveredAtTheNextLaunch() async throws {
    let shop = try await TestShop()
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins", token: "t"))
    let purchased = try await news.wait(for: .purchased)
    for _ in 0..<3 {
      try await shop.relaunch()
      let again = QueueNews()
      shop.queue.add(observer: again)
      let delivered = try await again.wait(for: .purchased)
      #expect(delivered.id == purchased.id)
      #expect(delivered.transactionIdentifier == purchased.transactionIdentifier)
      #expect(delivered.payment == purchased.payment)
    }
  }

  @Test func aStorefrontHasANewIdAfterEachLaunch() async throws {
    let shop = try await TestShop()
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    var ids = [try await news.wait(for: .purchased).storefront.id]
    for _ in 0..<2 {
      try await shop.relaunch()
      ids.append(try #require(shop.queue.transactions.first).storefront.id)
    }
    #expect(Set(ids).count == 3)
  }

  @Test func aFinishedTransactionNeverComesBack() async throws {
    let shop = try await TestShop()
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    let first = try await news.wait(for: .purchased)
    shop.queue.finishTransaction(first)
    try await news.wait { !news.removals.isEmpty }
    try await shop.queue.enqueue(shop.payment("coins"))
    let second = try await news.wait(for: .purchased, count: 2)
    try await shop.relaunch()
    #expect(shop.queue.transactions.map(\.id) == [second.id])
  }

  @Test func aPaymentThatWaitsIsProcessedAtTheNextLaunch() async throws {
    let shop = try await TestShop()
    try await shop.queue.enqueue(shop.payment("coins", token: "t"))
    try await shop.relaunch()
    let news = QueueNews()
    shop.queue.add(observer: news)
    let purchased = try await news.wait(for: .purchased)
    #expect(purchased.payment.appAccountToken == "t")
    #expect(try await shop.service.ledger().count == 1)
  }

  @Test func aPaymentWithALostAnswerIsSentAgainAndPaidOnce() async throws {
    let shop = try await TestShop()
    await shop.service.simulate(.losesAnswer, of: .pay)
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    try await eventually { shop.interface.outcomes.last?.outcome == .delayed }
    #expect(try await shop.service.ledger().count == 1)
    await shop.service.simulate(nil, of: .pay)
    try await eventually {
      shop.clock.advance(by: .seconds(1))
      return news.states == [.purchasing, .purchased]
    }
    #expect(try await shop.service.ledger().count == 1)
  }

  @Test func aPaymentThatWasInFlightIsReconciledAtLaunch() async throws {
    let shop = try await TestShop()
    await shop.service.simulate(.losesAnswer, of: .pay)
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    try await eventually { !shop.interface.outcomes.isEmpty }
    try await shop.relaunch()
    #expect(shop.queue.transactions.map(\.transactionState) == [.purchasing])
    let again = QueueNews()
    shop.queue.add(observer: again)
    let purchased = try await again.wait(for: .purchased)
    #expect(try await shop.service.ledger().map(\.order.id) == [purchased.transactionIdentifier])
    #expect(shop.interface.shownSheets.count == 1)
  }

  @Test func aPaymentThatNeverArrivedIsFailedAtLaunchAndNeverPaidLater() async throws {
    let shop = try await TestShop()
    await shop.service.simulate(.fails(.connectionError), of: .pay)
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    try await eventually { !shop.interface.outcomes.isEmpty }
    try await shop.relaunch()
    let again = QueueNews()
    shop.queue.add(observer: again)
    #expect(try await again.wait(for: .failed).error == .cancelled)
    #expect(try await shop.service.ledger().isEmpty)
  }

  @Test func anErrorWithAnUnclearOutcomeIsSettledLater() async throws {
    let shop = try await TestShop()
    await shop.service.simulate(.fails(.internalError("the answer cannot be read")), of: .pay)
    await shop.service.simulate(.fails(.connectionError), of: .settle)
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    try await eventually { !shop.interface.outcomes.isEmpty }
    #expect(shop.interface.outcomes.map(\.outcome) == [.delayed])
    #expect(shop.queue.transactions.map(\.transactionState) == [.purchasing])
    await shop.service.simulate(nil, of: .settle)
    try await eventually {
      shop.clock.advance(by: .seconds(1))
      return news.states == [.purchasing, .failed]
    }
    #expect(try await shop.service.ledger().isEmpty)
  }

  @Test func aPaymentInFlightOfALoggedOutUserWaitsUntilThatUserLogsIn() async throws {
    let shop = try await TestShop()
    await shop.service.simulate(.losesAnswer, of: .pay)
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    try await eventually { !shop.interface.outcomes.isEmpty }
    shop.client.logout()
    try await eventually { await shop.service.session() == nil }
    try await shop.relaunch()
    let again = QueueNews()
    shop.queue.add(observer: again)
    try await again.wait(for: .purchasing)
    shop.interface.login = .succeed(.email("ada@example.com"))
    try await shop.client.requestLogin()
    try await eventually {
      shop.clock.advance(by: .seconds(1))
      return again.states.last == .purchased
    }
    #expect(try await shop.service.ledger().count == 1)
  }

  #if os(Linux)
  @Test func aQueueIsReopenedWithAnSQLiteThatKeepsItsWriteAheadLogAsApplesDoes() async throws {
    PersistentLog.becomesTheDefault()
    let shop = try await TestShop()
    let file = shop.store.file
    await shop.store.close()
    #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
    let again = try TransactionStore(file: file)
    await again.close()
    #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
  }
  #endif

  @Test func openingAFileThatIsOpenElsewhereThrowsInUse() async throws {
    let shop = try await TestShop()
    let file = shop.store.file
    #expect { try TransactionStore(file: file) } throws: { error in
      if case DatabaseError.inUse = error { true } else { false }
    }
  }

  @Test func aDamagedTransactionStaysInTheFileAndTheOthersAreDelivered() async throws {
    let shop = try await TestShop()
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins", token: "the damaged token"))
    let damaged = try await news.wait(for: .purchased)
    try await shop.queue.enqueue(shop.payment("coins", token: "the sound token"))
    let sound = try await news.wait(for: .purchased, count: 2)
    let file = shop.store.file
    await shop.store.close()
    var bytes = try Data(contentsOf: file)
    while let place = bytes.range(of: Data("the damaged token".utf8)) { bytes[place.lowerBound] ^= 1 }
    try bytes.write(to: file)
    for launch in 1...2 {
      try await shop.relaunch()
      let again = QueueNews()
      shop.queue.add(observer: again)
      let delivered = try await again.wait(for: .purchased)
      #expect(delivered.id == sound.id && delivered.payment == sound.payment)
      #expect(shop.queue.transactions.map(\.id) == [sound.id])
      let lines = shop.log.lines.filter { $0.contains("transaction \(damaged.id) differs from what was written") }
      #expect(lines.count == launch, "\(shop.log.lines)")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: shop.folder.path)
    #expect(!names.contains { $0.contains("damaged") }, "\(names)")
  }

  /// Without an outcome, a sheet that waits for its payment would stay on the screen forever.
  @Test func theSheetOfAReleasedClientGetsAnOutcome() async throws {
    var screens: [HeldScreens] = []
    let shop = try await TestShop(
      .init(screens: {
        screens.append(HeldScreens($0))
        return screens[screens.count - 1]
      }))
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    await screens[0].payment.arrival()
    try await shop.relaunch()
    await screens[0].payment.open()
    try await eventually { !shop.interface.outcomes.isEmpty }
    #expect(shop.interface.outcomes.map(\.outcome) == [.refused("Nothing was paid.")])
    #expect(try await shop.service.ledger().isEmpty)
  }
}
