import Foundation
import LedgerTestSupport
import OnsideMerchant
import OnsideMerchantPostgreSQL
import PostgreSQLTestSupport
import Testing

/// Each test has its own server, because the tests stop their servers.
@Suite("PostgreSQL stops and starts", .serialized) struct RestartTests {
  /// The results of clients that record their own orders until the shop is closed.
  private actor Shop {
    private(set) var recorded = 0
    private(set) var decisions: [LedgerDecision] = []
    private var isOpen = true
    private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    func mayGoOn() -> Bool { isOpen }
    func close() { isOpen = false }

    func note(_ new: [LedgerDecision]) {
      decisions += new
      recorded += 1
      for wait in waiting where wait.count <= recorded { wait.continuation.resume() }
      waiting.removeAll { $0.count <= recorded }
    }

    /// Waits until `count` more calls have ended. After five minutes it records an issue and returns.
    func more(_ count: Int) async {
      let goal = recorded + count
      let timer = Task {
        try await Task.sleep(for: .seconds(300))
        Issue.record("\(recorded) of \(goal) calls have ended after five minutes")
        for wait in waiting { wait.continuation.resume() }
        waiting = []
      }
      defer { timer.cancel() }
      await withCheckedContinuation { waiting.append((goal, $0)) }
    }
  }

  @Test("A busy backend grants each order exactly once while the server crashes, stops and starts")
  func atWork() async throws {
    let server = try PostgreSQLTestServer()
    let ledger = try await PostgreSQLLedger(connection: try server.makeDatabase())
    let shop = Shop()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for client in 0..<16 {
        group.addTask {
          while await shop.mayGoOn() {
            let purchases = (0..<3).map { _ in InAppPurchase(order: UUID(), product: "coins", type: .consumable) }
            await shop.note(try await ledger.record(SignedHistory(purchases), for: "customer-\(client)"))
          }
        }
      }
      await shop.more(50)
      for _ in 0..<3 {
        try server.crashAndRestart()
        await shop.more(50)
      }
      try server.stop()
      try server.start()
      await shop.more(50)
      await shop.close()
      try await group.waitForAll()
    }
    // A client must be notified of its grant even if the server's first answer was lost, so every decision is a grant.
    let decisions = await shop.decisions
    #expect(decisions.allSatisfy { $0.outcome == .granted })
    #expect(Set(decisions.map(\.orderID)).count == decisions.count)
    var coins = 0
    for client in 0..<16 {
      let entitlements = try await ledger.entitlements(of: "customer-\(client)", at: InAppPurchase.epoch)
      coins += entitlements.reduce(0) { $0 + $1.quantity }
    }
    #expect(coins == decisions.count)
    await ledger.close()
  }

  @Test("A server that stays unavailable causes an error after the timeout, and is used again later")
  func longOutage() async throws {
    let server = try PostgreSQLTestServer()
    let ledger = try await PostgreSQLLedger(
      connection: try server.makeDatabase(), connections: 1, timeout: .seconds(2))
    let history = SignedHistory([InAppPurchase(order: UUID())])
    try server.stop()
    for _ in 0..<2 {
      await #expect {
        try await ledger.record(history, for: "ann")
      } throws: { error in
        guard case LedgerError.unavailable = error else { return false }
        return true
      }
    }
    try server.start()
    #expect(try await ledger.record(history, for: "ann").map(\.outcome) == [.granted])
    await ledger.close()
  }

  @Test("A connection that the server closes is opened again")
  func endedConnection() async throws {
    let server = try PostgreSQLTestServer.shared.get()
    let database = try server.makeDatabase()
    let ledger = try await PostgreSQLLedger(connection: database, connections: 1)
    for _ in 0..<3 {
      try server.run(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """, in: database)
      let history = SignedHistory([InAppPurchase(order: UUID())])
      #expect(try await ledger.record(history, for: "ann").map(\.outcome) == [.granted])
    }
    await ledger.close()
  }
}
