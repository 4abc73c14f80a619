import CausewayDatabase
import Dispatch
import Foundation
import LedgerTestSupport
import Testing

@testable import OnsideMerchant

@Suite("The ledger gathers the requests that overlap", .timeLimit(.minutes(2))) struct LedgerGatheringTests {
  private typealias Queue = LedgerCommitQueue<SQLiteLedgerStorage>
  private static let (clients, rounds) = (8, 20)
  /// A wait that makes a test fail.
  private static let tooLong = Duration.seconds(10)
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ledger-\(UUID())")

  @Test("The requests of several clients that never pause are committed together")
  func together() async throws {
    defer { remove() }
    let queue = try queue(gatheringTime: .seconds(1))
    try await overlap(Self.clients, in: queue)
    let before = try commits()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<Self.clients {
        group.addTask {
          for _ in 0..<Self.rounds {
            _ = try await queue.orderCount(atMost: 1)
            try await Self.recordNew(in: queue)
          }
        }
      }
      try await group.waitForAll()
    }
    // Without gathering, a client whose request misses a commit never meets the others again: there are two commits or more
    // for each round.
    #expect(try commits() - before <= Self.rounds * 3 / 2)
    await queue.close()
  }

  @Test("A single client that sends one request after another never waits")
  func alone() async throws {
    defer { remove() }
    let queue = try queue(gatheringTime: Self.tooLong)
    try await isImmediate {
      for _ in 0..<Self.rounds { try await Self.recordNew(in: queue) }
    }
    #expect(try commits() == Self.rounds)
    await queue.close()
  }

  @Test("After requests that change nothing, a request does not wait")
  func unchanged() async throws {
    defer { remove() }
    let queue = try queue(gatheringTime: Self.tooLong)
    let order = UUID()
    _ = try await queue.record(Self.request(order))
    try await overlap(2, in: queue)
    try await isImmediate {
      async let first = queue.record(Self.request(order))
      async let second = queue.record(Self.request(order))
      #expect(try await [first, second].map { $0.map(\.outcome) } == [[.alreadyGranted], [.alreadyGranted]])
      try await Self.recordNew(in: queue)
    }
    await queue.close()
  }

  @Test("A request that is as large as a batch does not wait")
  func large() async throws {
    defer { remove() }
    let queue = try queue(gatheringTime: Self.tooLong)
    try await overlap(2, in: queue)
    let history = SignedHistory(
      jws: String(repeating: "a", count: LedgerBatch.mostBytes), keyID: nil,
      history: TransactionHistory(transactions: [InAppPurchase(order: UUID())]))
    let request = try LedgerRequest(history, for: "ann", at: InAppPurchase.epoch)
    try await isImmediate { _ = try await queue.record(request) }
    await queue.close()
  }

  @Test("A request that nobody joins is recorded at the end of its wait, although a client reads all the time")
  func reads() async throws {
    defer { remove() }
    let queue = try queue(gatheringTime: .milliseconds(20))
    try await overlap(2, in: queue)
    _ = try await queue.orderCount(atMost: 1)
    let reader = Task {
      while !Task.isCancelled { _ = try await queue.orderCount(atMost: 1) }
    }
    defer { reader.cancel() }
    let time = try await ContinuousClock().measure { try await Self.recordNew(in: queue) }
    #expect(time >= .milliseconds(20))
    await queue.close()
  }

  @Test("A request is recorded at the end of its own wait, although the timer of an earlier wait ends before")
  func earlierTimer() async throws {
    defer { remove() }
    let queue = try queue(gatheringTime: .milliseconds(20))
    for _ in 0..<5 {
      try await overlap(2, in: queue)
      async let first: Void = Self.recordNew(in: queue)
      async let second: Void = Self.recordNew(in: queue)
      _ = try await (first, second)
      try await Self.recordNew(in: queue)
    }
    await queue.close()
  }

  @Test("A request that has waited for a long call is recorded together with the next call, not after it")
  func longCall() async throws {
    defer { remove() }
    let queue = try queue(gatheringTime: .milliseconds(50))
    try await overlap(2, in: queue)
    let (first, second) = (Blockade(), Blockade())
    async let firstCall: Void = first.run(in: queue)
    await first.hasBegun()
    async let recorded: Void = Self.recordNew(in: queue)
    try await Self.wait(for: 1, in: queue)
    async let secondCall: Void = second.run(in: queue)
    try await Task.sleep(for: .milliseconds(60))  // the wait of the request is over
    first.end()
    await second.hasBegun()
    async let count = queue.orderCount(atMost: 10)
    second.end()
    #expect(try await count == 3)
    _ = try await (firstCall, recorded, secondCall)
    await queue.close()
  }

  @Test("Closing the queue answers the requests that wait for others")
  func close() async throws {
    defer { remove() }
    let queue = try queue(gatheringTime: .seconds(3600))
    try await overlap(3, in: queue)
    let waiting = (0..<2).map { _ in Task { try await Self.recordNew(in: queue) } }
    try await Self.wait(for: 2, in: queue)
    await queue.close()
    for request in waiting { await #expect(throws: LedgerError.closed) { try await request.value } }
  }

  private func queue(gatheringTime: Duration) throws -> Queue {
    LedgerCommitQueue(
      LedgerWorker(try SQLiteLedgerStorage(folder.appendingPathComponent("ledger.sqlite"))),
      gatheringTime: gatheringTime)
  }

  private static func request(_ order: UUID) throws -> LedgerRequest {
    try LedgerRequest(SignedHistory([InAppPurchase(order: order)]), for: "ann", at: InAppPurchase.epoch)
  }

  private static func recordNew(in queue: Queue) async throws {
    #expect(try await queue.record(request(UUID())).map(\.outcome) == [.granted])
  }

  private static func wait(for requests: Int, in queue: Queue) async throws {
    while await queue.waitingRequests < requests {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  private func isImmediate(_ body: () async throws -> Void) async throws {
    #expect(try await ContinuousClock().measure(body) < Self.tooLong)
  }

  /// Makes the next commit wait for `count` requests, because so many were recorded together.
  private func overlap(_ count: Int, in queue: Queue) async throws {
    let blockade = Blockade()
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { blockade.end() }
      group.addTask { try await blockade.run(in: queue) }
      await blockade.hasBegun()
      for _ in 0..<count { group.addTask { try await Self.recordNew(in: queue) } }
      try await Self.wait(for: count, in: queue)
      blockade.end()
      try await group.waitForAll()
    }
  }

  /// A call that keeps the queue's worker busy.
  private final class Blockade: Sendable {
    private let (beginning, began) = AsyncStream.makeStream(of: Void.self)
    private let released = DispatchSemaphore(value: 0)

    func run(in queue: Queue) async throws {
      try await queue.read { _ throws(DatabaseError) in
        self.began.finish()
        self.released.wait()
      }
    }

    func hasBegun() async { for await _ in beginning {} }

    func end() { released.signal() }
  }

  /// Returns the number of commits in the write-ahead log: its header has 32 bytes, and each frame is a header of 24 bytes
  /// and a page. The last frame of a commit has the size of the database in its bytes 4 to 7, the others have 0 there.
  private func commits() throws -> Int {
    let log = [UInt8](try Data(contentsOf: folder.appendingPathComponent("ledger.sqlite-wal")))
    let pageSize = log[8..<12].reduce(0) { $0 << 8 | Int($1) }
    return stride(from: 32, to: log.count, by: 24 + pageSize).count { log[$0 + 4..<$0 + 8].contains { $0 != 0 } }
  }

  private func remove() {
    try? FileManager.default.removeItem(at: folder)  // the system also removes it
  }
}
