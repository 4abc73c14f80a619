import Foundation
import LedgerTestSupport
import OnsideMerchant
import Testing

/// The times at which the store is asked again about an order.
@Suite("Checks of granted orders") struct CheckTests {
  private static let (hour, day): (TimeInterval, TimeInterval) = (3_600, 86_400)

  @Test(
    "A renewal that is paid three days late arrives, and the earlier period is not checked any more",
    arguments: LedgerKind.allCases)
  func lateRenewal(_ kind: LedgerKind) async throws {
    let place = try kind.makePlace()
    defer { place.remove() }
    let clock = TestClock()
    let ledger = try await place.open(clock: { clock.now })
    let (first, second) = (UUID(), UUID())
    func period(_ order: UUID, fetched: TimeInterval, expires: TimeInterval) -> InAppPurchase {
      InAppPurchase(
        order: order, original: first, product: "monthly", type: .autoRenewableSubscription, fetched: fetched,
        expires: expires)
    }
    _ = try await ledger.record(
      SignedHistory([period(first, fetched: 1, expires: 30 * Self.day)]), for: "ann")
    var checks = 0
    var now: TimeInterval = 10
    while now < 33 * Self.day {
      clock.move(by: 6 * Self.hour)
      now += 6 * Self.hour
      for order in try await ledger.takeDueChecks(limit: 9) {
        #expect(order == first)
        checks += now > 30 * Self.day ? 1 : 0
        _ = try await ledger.record(
          fromStore: SignedHistory([period(first, fetched: now, expires: 30 * Self.day)]))
      }
    }
    #expect((4...8).contains(checks), "\(checks)")
    clock.move(by: Self.day)
    #expect(try await ledger.takeDueChecks(limit: 9) == [first])
    now += Self.day
    let renewed = [
      period(first, fetched: now, expires: 30 * Self.day), period(second, fetched: now, expires: 63 * Self.day),
    ]
    _ = try await ledger.record(fromStore: SignedHistory(renewed))
    #expect(try await ledger.entitlements(of: "ann", at: clock.now).map(\.orderID) == [second])
    #expect(try await ledger.order(first)?.checkAt == nil)
    #expect(try await ledger.order(second)?.checkAt != nil)
    await ledger.close()
  }

  @Test("A check that a wrong clock has planned for a time far away is due", arguments: LedgerKind.allCases)
  func wrongClock(_ kind: LedgerKind) async throws {
    let order = UUID()
    try await withLedger(kind, [order]) { ledger, clock in
      clock.move(by: 365 * Self.day)
      let check = try #require(try await ledger.takeChecks(limit: 9).first)
      try await ledger.postponeCheck(check, by: .seconds(Self.hour))
      clock.move(by: -364 * Self.day)
      #expect(try await ledger.takeDueChecks(limit: 9) == [order])
    }
  }

  /// Opens a ledger, and grants these orders to ann, one second after the other.
  private func withLedger(
    _ kind: LedgerKind, _ orders: [UUID], _ body: (any TestedLedger, TestClock) async throws -> Void
  ) async throws {
    let place = try kind.makePlace()
    defer { place.remove() }
    let clock = TestClock()
    let ledger = try await place.open(clock: { clock.now })
    for order in orders {
      clock.move(by: 1)
      _ = try await ledger.record(SignedHistory([InAppPurchase(order: order)]), for: "ann")
    }
    try await body(ledger, clock)
    await ledger.close()
  }

  @Test(
    "Orders become due in the order of their grants, and those that were taken wait ten minutes",
    arguments: LedgerKind.allCases)
  func taking(_ kind: LedgerKind) async throws {
    let orders = (0..<5).map { _ in UUID() }
    try await withLedger(kind, orders) { ledger, clock in
      #expect(try await ledger.takeDueChecks(limit: 9).isEmpty)
      #expect(try await ledger.checkLag() == nil)
      clock.move(by: 6 * Self.hour)
      #expect(try await ledger.checkLag() == .seconds(4))
      #expect(try await ledger.takeDueChecks(limit: 2) == Array(orders[0..<2]))
      let taken = try await ledger.takeChecks(limit: 9)
      #expect(taken.map(\.orderID) == Array(orders[2..<5]))
      #expect(try await ledger.takeDueChecks(limit: 9).isEmpty)
      // A check that was not made is due since the same time as before.
      try await ledger.returnChecks(Array(taken[1...]))
      #expect(try await ledger.checkLag() == .seconds(1))
      #expect(try await ledger.takeChecks(limit: 9) == Array(taken[1...]))
      // The store has answered about one order and has nothing usable about another one.
      _ = try await ledger.record(fromStore: SignedHistory([InAppPurchase(order: orders[0], fetched: 9)]))
      try await ledger.skipCheck(of: orders[1])
      // The sweep was killed before it made the other checks, so they are due again after 10 minutes.
      clock.move(by: 601)
      #expect(Set(try await ledger.takeDueChecks(limit: 9)) == Set(orders[2...]))
    }
  }

  @Test(
    "A failed check is postponed, its failures are counted, and the store's next answer ends the count",
    arguments: LedgerKind.allCases)
  func failing(_ kind: LedgerKind) async throws {
    let order = UUID()
    try await withLedger(kind, [order]) { ledger, clock in
      clock.move(by: 6 * Self.hour)
      for failures in 0..<3 {
        let check = try #require(try await ledger.takeChecks(limit: 9).first)
        #expect(check.failures == Int64(failures))
        try await ledger.postponeCheck(check, by: .seconds(100))
        clock.move(by: 99)
        #expect(try await ledger.takeDueChecks(limit: 9).isEmpty)
        clock.move(by: 1)
      }
      _ = try await ledger.record(SignedHistory([InAppPurchase(order: order, fetched: 4)]), for: "ann")
      #expect(try await ledger.order(order)?.checkFailures == 3)
      _ = try await ledger.record(fromStore: SignedHistory([InAppPurchase(order: order, fetched: 5)]))
      #expect(try await ledger.order(order)?.checkFailures == 0)
      // A notification of a refund, while the check is on its way, ends the checks.
      clock.move(by: Self.day)
      let check = try #require(try await ledger.takeChecks(limit: 9).first)
      _ = try await ledger.record(fromStore: SignedHistory([InAppPurchase(order: order, fetched: 9, revoked: 8)]))
      try await ledger.postponeCheck(check, by: .seconds(100))
      clock.move(by: Self.day)
      #expect(try await ledger.takeDueChecks(limit: 9).isEmpty)
    }
  }

  @Test(
    "A repeated or outdated notification moves no check and writes nothing; the answer to a check moves it",
    arguments: LedgerKind.allCases)
  func repeatedNotification(_ kind: LedgerKind) async throws {
    let order = UUID()
    try await withLedger(kind, [order]) { ledger, clock in
      let history = SignedHistory([InAppPurchase(order: order, fetched: 5)])
      _ = try await ledger.record(fromStore: history)
      clock.move(by: 6 * Self.hour)
      let check = try #require(try await ledger.takeChecks(limit: 9).first)
      try await ledger.postponeCheck(check, by: .seconds(100))
      let before = try #require(try await ledger.order(order))
      #expect(before.checkFailures == 1)
      for fetched in [5.0, 4.0] {
        let repeated = SignedHistory([InAppPurchase(order: order, fetched: fetched)])
        #expect(try await ledger.record(fromStore: repeated).map(\.outcome) == [.alreadyGranted])
        #expect(try await ledger.order(order) == before)
      }
      // A store that caches its answers can repeat one in a check.
      _ = try await ledger.record(fromStore: history, checking: order)
      let after = try #require(try await ledger.order(order))
      #expect(after.checkFailures == 0)
      #expect(after.checkAt == LedgerTime(clock.now + 6 * Self.hour))
    }
  }

  @Test("A refunded order is not asked about any more, and one that is valid again is", arguments: LedgerKind.allCases)
  func refunded(_ kind: LedgerKind) async throws {
    let order = UUID()
    try await withLedger(kind, [order]) { ledger, clock in
      _ = try await ledger.record(fromStore: SignedHistory([InAppPurchase(order: order, fetched: 3, revoked: 2)]))
      clock.move(by: 400 * Self.day)
      #expect(try await ledger.takeDueChecks(limit: 9).isEmpty)
      _ = try await ledger.record(fromStore: SignedHistory([InAppPurchase(order: order, fetched: 5)]))
      clock.move(by: 30 * Self.day)
      #expect(try await ledger.takeDueChecks(limit: 9) == [order])
    }
  }

  @Test(
    "Checks that ended while the clock was years ahead come back when all are made due", arguments: LedgerKind.allCases)
  func clockAheadByYears(_ kind: LedgerKind) async throws {
    let orders = (0..<3).map { _ in UUID() }
    try await withLedger(kind, orders) { ledger, clock in
      _ = try await ledger.record(
        fromStore: SignedHistory([InAppPurchase(order: orders[2], fetched: 3, revoked: 2)]))
      clock.move(by: 1_000 * Self.day)
      #expect(try await ledger.takeDueChecks(limit: 9).isEmpty)
      #expect(try await ledger.order(orders[0])?.checkAt == nil)
      clock.move(by: -999 * Self.day)
      #expect(try await ledger.takeDueChecks(limit: 9).isEmpty)
      try await ledger.makeAllChecksDue()
      #expect(Set(try await ledger.takeDueChecks(limit: 9)) == Set(orders[0..<2]))
    }
  }

  @Test("All checks can be made due at once", arguments: LedgerKind.allCases)
  func all(_ kind: LedgerKind) async throws {
    let orders = (0..<7).map { _ in UUID() }
    try await withLedger(kind, orders) { ledger, clock in
      _ = try await ledger.record(
        fromStore: SignedHistory([InAppPurchase(order: orders[6], fetched: 3, revoked: 2)]))
      try await ledger.makeAllChecksDue()
      #expect(Set(try await ledger.takeDueChecks(limit: 9)) == Set(orders[0..<6]))
    }
  }

  @Test(
    "Backends of several apps that share a ledger take only their own orders and events", arguments: LedgerKind.allCases
  )
  func apps(_ kind: LedgerKind) async throws {
    let place = try kind.makePlace()
    defer { place.remove() }
    let clock = TestClock()
    let ledger = try await place.open(recordsEvents: true, clock: { clock.now })
    let (orders, apps) = ((0..<3).map { _ in UUID() }, ["one", "two", "three"])
    for (order, app) in zip(orders, apps) {
      clock.move(by: 1)
      _ = try await ledger.record(SignedHistory([InAppPurchase(order: order, app: app)]), for: "ann")
    }
    let (own, both) = (Set([ExactText("two")]), Set([ExactText("one"), ExactText("three")]))
    #expect(try await ledger.backlog(of: both, atMost: 10).count == 2)
    #expect(try await ledger.takeDueEvents(of: own, limit: 9).events.map(\.orderID) == [orders[1]])
    #expect(try await ledger.takeDueEvents(of: both, limit: 9).events.map(\.orderID) == [orders[0], orders[2]])
    clock.move(by: Self.day)
    #expect(try await ledger.takeDueChecks(of: own, limit: 9).checks.map(\.orderID) == [orders[1]])
    #expect(try await ledger.takeDueChecks(of: both, limit: 9).checks.map(\.orderID) == [orders[0], orders[2]])
    // Checks that are already taken do not become due.
    try await ledger.makeAllChecksDue(of: both)
    #expect(try await ledger.takeDueChecks(of: both, limit: 9).checks.isEmpty)
    for order in orders { try await ledger.skipCheck(of: order) }
    try await ledger.makeAllChecksDue(of: own)
    #expect(try await ledger.takeDueChecks(of: both, limit: 9).checks.isEmpty)
    #expect(try await ledger.takeDueChecks(of: own, limit: 9).checks.map(\.orderID) == [orders[1]])
    await ledger.close()
  }

  @Test("Servers that share a ledger take different orders")
  func shared() async throws {
    #if os(Linux)
    let place = try LedgerKind.postgreSQL.makePlace()
    let clock = TestClock()
    let ledgers = [try await place.open(clock: { clock.now }), try await place.open(clock: { clock.now })]
    let orders = (0..<60).map { _ in UUID() }
    _ = try await ledgers[0].record(SignedHistory(orders.map { InAppPurchase(order: $0) }), for: "ann")
    clock.move(by: Self.day)
    let taken = try await withThrowingTaskGroup(of: [UUID].self) { group in
      for ledger in ledgers {
        group.addTask {
          var taken: [UUID] = []
          while case let next = try await ledger.takeDueChecks(limit: 4), !next.isEmpty { taken += next }
          return taken
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    // A server that finds only orders that another one has locked stops early; nothing is taken twice.
    #expect(Set(taken).count == taken.count && Set(taken).isSubset(of: orders))
    var left = Set(orders).subtracting(taken)
    while case let next = try await ledgers[0].takeDueChecks(limit: 50), !next.isEmpty { left.subtract(next) }
    #expect(left.isEmpty)
    for ledger in ledgers { await ledger.close() }
    #endif
  }
}
