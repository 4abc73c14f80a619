import CausewayDatabase
import Dispatch
import Foundation
import LedgerTestSupport
import OnsideMerchant
import Testing

@Suite("The ledger gathers the requests that overlap", .timeLimit(.minutes(2))) struct LedgerGatheringTests {
  private typealias Queue = LedgerCommitQueue<SQLiteLedgerStorage>
  private static let (clients, rounds) = (8, 20)
  /// A time that no test waits for.
  private static let hour = Duration.seconds(3600)
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
    let queue = try queue(gatheringTime: Self.hour)
    for _ in 0..<Self.rounds { try await Self.recordNew(in: queue) }
    #expect(try commits() == Self.rounds)
    await queue.close()
  }

  @Test("A request that nobody joins is recorded at the end of its wait, although a client reads all the time")
  func reads() async throws {
    defer { remove() }
    let queue = try queue(gatheringTime: .milliseconds(20))
    try await overlap(2, in: queue)
    let reader = Task {
      while !Task.isCancelled { _ = try await queue.orderCount(atMost: 1) }
    }
    try await Self.recordNew(in: queue)
    reader.cancel()
    try await reader.value
    await queue.close()
  }

  @Test("Closing the queue answers the requests that wait for others")
  func close() async throws {
    defer { remove() }
    let queue = try queue(gatheringTime: Self.hour)
    try await overlap(3, in: queue)
    let waiting = (0..<2).map { _ in Task { try await Self.recordNew(in: queue) } }
    while await queue.waitingRequests < 2 { await Task.yield() }
    await queue.close()
    for request in waiting { await #expect(throws: LedgerError.closed) { try await request.value } }
  }

  private func queue(gatheringTime: Duration) throws -> Queue {
    LedgerCommitQueue(
      LedgerWorker(try SQLiteLedgerStorage(folder.appendingPathComponent("ledger.sqlite"))),
      gatheringTime: gatheringTime)
  }

  private static func recordNew(in queue: Queue) async throws {
    let request = try LedgerRequest(SignedHistory([InAppPurchase(order: UUID())]), for: "ann", at: InAppPurchase.epoch)
    #expect(try await queue.record(request).map(\.outcome) == [.granted])
  }

  /// Makes the next commit wait for `count` requests, because so many were recorded together.
  private func overlap(_ count: Int, in queue: Queue) async throws {
    let release = DispatchSemaphore(value: 0)
    let (began, beginning) = AsyncStream.makeStream(of: Void.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await queue.read { _ throws(DatabaseError) in
          beginning.finish()
          release.wait()
        }
      }
      for await _ in began {}
      for _ in 0..<count { group.addTask { try await Self.recordNew(in: queue) } }
      while await queue.waitingRequests < count { await Task.yield() }
      release.signal()
      try await group.waitForAll()
    }
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
