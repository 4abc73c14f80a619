import CausewayDatabase
import CausewayTesting
import Foundation
import OnsideTestSupport
import Testing

@testable import OnsideCore

/// Tests of the queue while it cannot write: it must send no payment that it cannot record, and lose no paid order.
@MainActor @Suite(.timeLimit(.minutes(10))) struct StoreFailureTests {
  /// A delegate that lets a payment continue after `interrupt` has run.
  private final class Interruption: OnsidePaymentQueueDelegate {
    private let interrupt: () async -> Void

    init(_ interrupt: @escaping () async -> Void) {
      self.interrupt = interrupt
    }

    func onsidePaymentQueue(
      _ queue: any OnsidePaymentQueue, shouldContinue transaction: OnsidePaymentTransaction,
      in storefront: OnsideStorefront
    ) async -> Bool {
      await interrupt()
      return true
    }
  }

  /// A function that a service calls, and that the test sets later.
  private final class Hook: @unchecked Sendable {  // `run` is set before any task runs.
    var run: @Sendable () async -> Void = {}
  }

  /// A disk that is full until a test makes room.
  private actor Disk {
    private var isFull = true

    func makeRoom() { isFull = false }

    func expectRoom() throws {
      if isFull { throw CocoaError(.fileWriteOutOfSpace) }
    }
  }

  @Test func aPaymentThatCannotBeRecordedWhenItIsAddedIsNotMade() async throws {
    let shop = try await TestShop()
    let news = QueueNews()
    shop.queue.add(observer: news)
    let payment = try await shop.payment("coins")
    await shop.store.close()
    try await shop.queue.enqueue(payment)
    #expect(try await news.wait(for: .failed).error == .cancelled)
    #expect(news.states == [.purchasing, .failed])
    #expect(shop.interface.shownSheets.isEmpty)
    #expect(try await shop.service.ledger().isEmpty)
    #expect(shop.log.lines.contains { $0.hasPrefix("The payment queue could not be saved: ") })
  }

  @Test func aPaymentThatCannotBeRecordedAfterItsApprovalIsNotMade() async throws {
    let shop = try await TestShop()
    let interruption = Interruption { await shop.store.close() }
    shop.queue.delegate = interruption
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    #expect(try await news.wait(for: .failed).error == .cancelled)
    #expect(
      shop.interface.outcomes.map(\.outcome) == [
        .refused(
          "The payment could not be saved on this device, so nothing was paid. Check the free storage, and try again.")
      ])
    #expect(try await shop.service.ledger().isEmpty)
    #expect(shop.queue.delegate === interruption)
    // The file records only the addition of the payment, not its approval, so the queue shows the payment sheet again.
    shop.interface.payment = .cancel
    try await shop.relaunch()
    let again = QueueNews()
    shop.queue.add(observer: again)
    #expect(try await again.wait(for: .failed).error == .cancelled)
    #expect(try await shop.service.ledger().isEmpty)
  }

  @Test func aPaidTransactionIsNotReportedUntilItIsRecorded() async throws {
    let hook = Hook()
    let shop = try await TestShop(.init(service: { WatchedService(service: $0, didPay: { await hook.run() }) }))
    let store = shop.store
    hook.run = { await store.close() }
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins", token: "t"))
    // Each advance of the clock lets the queue retry the write.
    try await eventually { !shop.log.lines.isEmpty }
    try await eventually {
      shop.clock.advance(by: .seconds(60))
      return shop.log.lines.count >= 5
    }
    #expect(news.states == [.purchasing])
    hook.run = {}
    try await shop.relaunch()
    let again = QueueNews()
    shop.queue.add(observer: again)
    let purchased = try await again.wait(for: .purchased)
    #expect(purchased.payment.appAccountToken == "t")
    #expect(try await shop.service.ledger().map(\.order.id) == [purchased.transactionIdentifier])
    #expect(shop.interface.shownSheets.count == 1)
  }

  @Test func aDroppedQueueThatCannotWriteIsReleasedAndItsPurchaseIsDeliveredAtTheNextLaunch()
    async throws
  {
    let hook = Hook()
    let shop = try await TestShop(.init(service: { WatchedService(service: $0, didPay: { await hook.run() }) }))
    let store = shop.store
    hook.run = { await store.close() }
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    try await eventually { !shop.log.lines.isEmpty }
    weak let dropped = shop.queue
    hook.run = {}
    try await shop.relaunch()
    try await eventually { dropped == nil }
    #expect(news.states == [.purchasing])
    let again = QueueNews()
    shop.queue.add(observer: again)
    let purchased = try await again.wait(for: .purchased)
    #expect(try await shop.service.ledger().map(\.order.id) == [purchased.transactionIdentifier])
  }

  @Test func aDroppedQueueWritesItsLastChangeWhenTheDiskHasRoomAgain() async throws {
    let shop = try await TestShop()
    let session = try #require(await shop.service.session())
    let machine = TransactionMachine(
      id: UUID(), account: session.account, payment: try await shop.payment("coins"), storefront: session.storefront,
      stage: .purchased(.init(order: "1", original: "1")))
    let record = try #require(TransactionRecord(machine))
    let folder = TemporaryFolder()
    let file = folder.url.appendingPathComponent("queue.sqlite")
    let store = try TransactionStore(file: file)
    let (clock, log) = (ManualClock(), Log())
    var client: OnsideClient? = OnsideClient(
      service: shop.service, interface: shop.interface, store: store, clock: clock, log: { log.write($0) })
    await client?.ready()
    let reference = QueueReference(try #require(client?.queue as? PaymentQueue))
    weak let dropped = reference.queue
    let disk = Disk()
    let writing = Task {
      await reference.persistently { store in
        try await disk.expectRoom()
        try await store.write([record])
      }
    }
    try await eventually { !log.lines.isEmpty }
    #expect(dropped != nil)
    client = nil
    try await eventually { dropped == nil }
    await disk.makeRoom()
    try await eventually { clock.sleeperCount > 0 }
    clock.advance(by: .seconds(60))
    await writing.value
    #expect(reference.queue == nil)
    await store.close()
    #expect(try TransactionStore(file: file).unfinished == [record])
  }

  @Test func finishingATransactionWhileTheQueueCannotWriteReportsNoRemovalAndItIsDeliveredAgain() async throws {
    let shop = try await TestShop()
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    let purchased = try await news.wait(for: .purchased)
    await shop.store.close()
    shop.queue.finishTransaction(purchased)
    try await eventually {
      shop.clock.advance(by: .seconds(60))
      return shop.log.lines.count >= 3
    }
    #expect(news.removals.isEmpty)
    try await shop.relaunch()
    let again = QueueNews()
    shop.queue.add(observer: again)
    #expect(try await again.wait(for: .purchased).id == purchased.id)
  }

  @Test func aRestoreThatCannotBeRecordedFailsWithInternalError() async throws {
    let shop = try await TestShop()
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("lifetime"))
    try await news.wait(for: .purchased)
    await shop.store.close()
    try await shop.queue.requestRestore()
    try await news.wait { news.items.last == .restoreFailed(.internalError) }
    #expect(!news.states.contains(.restored))
  }

  @Test func aFileOfANewerVersionIsRejectedAndNotChanged() async throws {
    let folder = TemporaryFolder()
    let file = folder.url.appendingPathComponent("queue.sqlite")
    let newer = DatabaseDefinition(applicationID: 0x4F51_7565, migrations: (1...7).map { "CREATE TABLE t\($0) (a)" })
    try Database(file: file, definition: newer).close()
    let bytes = try Data(contentsOf: file)
    #expect {
      try TransactionStore(file: file)
    } throws: { error in
      guard case DatabaseError.newer(_, version: 7, supported: 1) = error else { return false }
      return "\(error)".contains("update the app")
    }
    #expect(try Data(contentsOf: file) == bytes)
  }

  @Test func aFileThatIsNoDatabaseIsMovedAsideAndTheNextOpeningStartsEmpty() async throws {
    let folder = TemporaryFolder()
    let file = try folder.write(Data("no database".utf8), to: "queue.sqlite")
    var kept: String?
    #expect {
      try TransactionStore(file: file)
    } throws: { error in
      if case DatabaseError.damaged(_, _, let moved) = error { kept = moved }
      return true
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: try #require(kept))) == Data("no database".utf8))
    #expect(try TransactionStore(file: file).unfinished.isEmpty)
  }

  @Test func aFactThatIsNotUTF8CountsAsMissing() async throws {
    let folder = TemporaryFolder()
    let file = folder.url.appendingPathComponent("queue.sqlite")
    let store = try TransactionStore(file: file)
    try await store.keep("a history", as: .history)
    try await store.keep("ada", as: .lastAccount)
    await store.close()
    var bytes = try Data(contentsOf: file)
    while let place = bytes.range(of: Data("a history".utf8)) { bytes[place.lowerBound] = 0xFF }
    try bytes.write(to: file)
    let again = try TransactionStore(file: file)
    #expect(again.history == nil && again.lastAccount == "ada")
  }

  // MARK: Many transactions

  @Test func aThousandUnfinishedTransactionsAreDeliveredInOneUpdate() async throws {
    let shop = try await TestShop()
    let payment = try await shop.payment("coins")
    let session = try #require(await shop.service.session())
    let records = (0..<1000).compactMap { number in
      TransactionRecord(
        TransactionMachine(
          id: UUID(), account: session.account, payment: payment, storefront: session.storefront,
          stage: .purchased(.init(order: "\(number)", original: "\(number)"))))
    }
    try await shop.store.write(records)
    try await shop.relaunch()
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await news.wait { !news.items.isEmpty }
    #expect(news.items.count == 1)
    #expect(news.updates.map(\.id) == records.map(\.id))
    for transaction in shop.queue.transactions { shop.queue.finishTransaction(transaction) }
    try await news.wait { news.removals.count == 1000 }
    #expect(shop.queue.transactions.isEmpty)
    try await shop.relaunch()
    #expect(shop.queue.transactions.isEmpty)
  }
}
