import Foundation
import LedgerTestSupport
import OnsideMerchant
import Testing

/// The events for the publisher's server, as the ledger stores them.
@Suite("Outbox") struct OutboxTests {
  private let order = UUID()

  private func history(
    of other: UUID? = nil, fetched: TimeInterval, revoked: TimeInterval? = nil, quantity: Int = 1
  ) -> SignedHistory {
    SignedHistory([InAppPurchase(order: other ?? order, quantity: quantity, fetched: fetched, revoked: revoked)])
  }

  private func withLedger(
    _ kind: LedgerKind, recordsEvents: Bool = true,
    _ body: (any TestedLedger, TestClock, LedgerKind.Place) async throws -> Void
  ) async throws {
    let place = try kind.makePlace()
    defer { place.remove() }
    let clock = TestClock()
    let ledger = try await place.open(recordsEvents: recordsEvents, clock: { clock.now })
    try await body(ledger, clock, place)
    await ledger.close()
  }

  @Test(
    "A grant is an event with the order's state, and a repeated presentation is none", arguments: LedgerKind.allCases)
  func grant(_ kind: LedgerKind) async throws {
    try await withLedger(kind) { ledger, _, _ in
      _ = try await ledger.record(history(fetched: 1), for: "ann")
      let events = try await ledger.takeDueEvents(limit: 10)
      let event = try #require(events.first)
      #expect(events.count == 1 && event.orderID == order && event.customer == "ann" && event.state == .valid)
      #expect(event.asOf == InAppPurchase.epoch + 1 && event.attempts == 0)
      try await ledger.remove(event)
      for fetched in [1.0, 2] { _ = try await ledger.record(history(fetched: fetched), for: "ann") }
      _ = try await ledger.record(history(fetched: 3), for: "eve")
      #expect(try await ledger.takeDueEvents(limit: 10).isEmpty)
      #expect(try await ledger.backlog(atMost: 10) == OutboxBacklog(count: 0, age: nil))
    }
  }

  @Test(
    "A refund, its end, and another quantity are events; an order that was never granted has none",
    arguments: LedgerKind.allCases)
  func changes(_ kind: LedgerKind) async throws {
    try await withLedger(kind) { ledger, _, _ in
      func next() async throws -> [OrderEvent.State] {
        let events = try await ledger.takeDueEvents(limit: 10)
        for event in events { try await ledger.remove(event) }
        return events.map(\.state)
      }
      _ = try await ledger.record(history(fetched: 1, revoked: 0.5), for: "ann")
      #expect(try await next() == [])
      _ = try await ledger.record(history(fetched: 2), for: "ann")
      #expect(try await next() == [.valid])
      _ = try await ledger.record(fromStore: history(fetched: 3, revoked: 2.5))
      #expect(try await next() == [.revoked])
      _ = try await ledger.record(fromStore: history(fetched: 4))
      #expect(try await next() == [.valid])
      _ = try await ledger.record(fromStore: history(fetched: 5, quantity: 2))
      #expect(try await next() == [.valid])
      _ = try await ledger.record(fromStore: history(fetched: 6, quantity: 2))
      #expect(try await next() == [])
    }
  }

  @Test(
    "An event that was made while the clock was ahead is delivered at once after a step back, and only once",
    arguments: LedgerKind.allCases)
  func clockStepsBack(_ kind: LedgerKind) async throws {
    try await withLedger(kind) { ledger, clock, _ in
      clock.move(by: 20 * 3_600)
      _ = try await ledger.record(history(fetched: 1), for: "ann")
      clock.move(by: -20 * 3_600)
      #expect(try await ledger.takeDueEvents(limit: 10).map(\.orderID) == [order])
      #expect(try await ledger.takeDueEvents(limit: 10).isEmpty)
    }
  }

  @Test(
    "Events whose delivery failed while the clock was ahead are due after a step back, and their age counts from then",
    arguments: LedgerKind.allCases, [DeliveryResult.failed(.seconds(3_600)), .notSent])
  func clockStepsBackAfterFailure(_ kind: LedgerKind, _ result: DeliveryResult) async throws {
    try await withLedger(kind) { ledger, clock, _ in
      // The first event is from before the clock was ahead.
      _ = try await ledger.record(history(fetched: 1), for: "ann")
      clock.move(by: 20 * 3_600)
      _ = try await ledger.record(history(of: UUID(), fetched: 1), for: "ann")
      let events = try await ledger.takeDueEvents(limit: 10)
      #expect(events.count == 2)
      try await ledger.note(events.map { ($0, result) })
      clock.move(by: -20 * 3_600)
      #expect(Set(try await ledger.takeDueEvents(limit: 10).map(\.id)) == Set(events.map(\.id)))
      #expect(try await ledger.takeDueEvents(limit: 10).isEmpty)
      clock.move(by: 100)
      #expect(try await ledger.backlog(atMost: 10).age == .seconds(100))
    }
  }

  @Test(
    "A later change replaces a waiting event, and the note about the earlier one does not remove it",
    arguments: LedgerKind.allCases)
  func replaced(_ kind: LedgerKind) async throws {
    try await withLedger(kind) { ledger, _, _ in
      _ = try await ledger.record(history(fetched: 1), for: "ann")
      let first = try #require(try await ledger.takeDueEvents(limit: 10).first)
      _ = try await ledger.record(fromStore: history(fetched: 3, revoked: 2))
      try await ledger.remove(first)
      try await ledger.postpone(first, by: .seconds(3600))
      #expect(try await ledger.backlog(atMost: 10).count == 1)
      let second = try #require(try await ledger.takeDueEvents(limit: 10).first)
      #expect(second.state == .revoked && second.id != first.id)
    }
  }

  @Test(
    "A taken event is due again after two minutes, and a postponed one after its pause; both survive a restart",
    arguments: LedgerKind.allCases)
  func due(_ kind: LedgerKind) async throws {
    let place = try kind.makePlace()
    defer { place.remove() }
    let clock = TestClock()
    var ledger = try await place.open(recordsEvents: true, clock: { clock.now })
    _ = try await ledger.record(history(fetched: 1), for: "ann")
    let event = try #require(try await ledger.takeDueEvents(limit: 10).first)
    #expect(try await ledger.takeDueEvents(limit: 10).isEmpty)
    await ledger.close()
    ledger = try await place.open(recordsEvents: true, clock: { clock.now })
    clock.move(by: 121)
    #expect(try await ledger.takeDueEvents(limit: 10) == [event])
    try await ledger.postpone(event, by: .seconds(1000))
    clock.move(by: 999)
    #expect(try await ledger.takeDueEvents(limit: 10).isEmpty)
    #expect(try await ledger.backlog(atMost: 10) == OutboxBacklog(count: 1, age: .seconds(1120)))
    clock.move(by: 2)
    #expect(try await ledger.takeDueEvents(limit: 10).map(\.attempts) == [1])
    await ledger.close()
  }

  @Test(
    "A ledger that has recorded events goes on, also in a program that does not ask for it, until that is ended",
    arguments: LedgerKind.allCases)
  func remembered(_ kind: LedgerKind) async throws {
    try await withLedger(kind) { first, clock, place in
      await first.close()
      let ledger = try await place.open(recordsEvents: false, clock: { clock.now })
      _ = try await ledger.record(history(fetched: 1), for: "ann")
      #expect(try await ledger.recordsEvents())
      #expect(try await ledger.takeDueEvents(limit: 10).map(\.state) == [.valid])
      try await ledger.setRecordsEvents(false)
      #expect(try await ledger.backlog(atMost: 10).count == 0)
      _ = try await ledger.record(fromStore: history(fetched: 3, revoked: 2))
      #expect(try await ledger.backlog(atMost: 10).count == 0)
      // The publisher's server has missed the refund.
      try await ledger.setRecordsEvents(true)
      #expect(try await ledger.repeatEvents() == 1)
      #expect(try await ledger.takeDueEvents(limit: 10).map(\.state) == [.revoked])
      await ledger.close()
    }
  }

  @Test("A delivery that a wrong clock has planned for a time far away is due", arguments: LedgerKind.allCases)
  func wrongClock(_ kind: LedgerKind) async throws {
    try await withLedger(kind) { ledger, clock, _ in
      _ = try await ledger.record(history(fetched: 1), for: "ann")
      clock.move(by: 365 * 86_400)
      let event = try #require(try await ledger.takeDueEvents(limit: 10).first)
      try await ledger.postpone(event, by: .seconds(5))
      clock.move(by: -364 * 86_400)
      #expect(try await ledger.takeDueEvents(limit: 10).map(\.id) == [event.id])
    }
  }

  @Test("A ledger without a delivery records no events", arguments: LedgerKind.allCases)
  func without(_ kind: LedgerKind) async throws {
    try await withLedger(kind, recordsEvents: false) { ledger, _, _ in
      _ = try await ledger.record(history(fetched: 1), for: "ann")
      #expect(try await ledger.backlog(atMost: 10).count == 0)
    }
  }
}
