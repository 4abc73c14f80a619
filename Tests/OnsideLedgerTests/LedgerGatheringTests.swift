import Foundation
import LedgerTestSupport
import OnsideMerchant
import Testing

@Suite("A worker gathers the requests that overlap", .timeLimit(.minutes(2))) struct LedgerGatheringTests {
  private static let (clients, rounds) = (8, 20)
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ledger-\(UUID())")

  @Test("The requests of several clients that never pause are committed together")
  func together() async throws {
    defer { remove() }
    let queue = try queue(gatheringTime: .seconds(1))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<Self.clients { group.addTask { try await Self.record(Self.rounds, in: queue) } }
      try await group.waitForAll()
    }
    // Without gathering, a client's next request misses the commit after its answer, so it needs two for each round.
    #expect(try commits() <= Self.rounds * 3 / 2)
    await queue.close()
  }

  @Test("A single client that sends one request after another never waits")
  func alone() async throws {
    defer { remove() }
    let queue = try queue(gatheringTime: .seconds(3600))
    try await Self.record(Self.rounds, in: queue)
    #expect(try commits() == Self.rounds)
    await queue.close()
  }

  @Test("Closing the queue ends the wait, and each request has an answer")
  func close() async throws {
    defer { remove() }
    let queue = try queue(gatheringTime: .seconds(3600))
    let clients = (0..<Self.clients).map { client in
      // The worker waits an hour for the clients that end early.
      Task { try await Self.record(Self.rounds * (client + 1), in: queue) }
    }
    try await clients[0].value
    await queue.close()
    for client in clients.dropFirst() {
      do {
        try await client.value
      } catch {
        #expect(error as? LedgerError == .closed)
      }
    }
    await #expect(throws: LedgerError.closed) { try await Self.record(1, in: queue) }
  }

  private func queue(gatheringTime: Duration) throws -> LedgerCommitQueue<SQLiteLedgerStorage> {
    LedgerCommitQueue(
      [LedgerWorker(try SQLiteLedgerStorage(folder.appendingPathComponent("ledger.sqlite")))], timeout: nil,
      gatheringTime: gatheringTime)
  }

  /// Records new orders, one after the other.
  private static func record(_ count: Int, in queue: LedgerCommitQueue<SQLiteLedgerStorage>) async throws {
    for _ in 0..<count {
      _ = try await queue.orderCount(atMost: 1)
      let request = try LedgerRequest(
        SignedHistory([InAppPurchase(order: UUID())]), for: "ann", at: InAppPurchase.epoch)
      #expect(try await queue.record(request).map(\.outcome) == [.granted])
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
