#if os(Linux)
import CausewayHTTP
import CausewayJSON
import Foundation
import LedgerTestSupport
import Testing

@testable import OnsideMerchant

/// The sweep over granted orders, with a Merchant API over HTTP and a ledger in SQLite.
@Suite("Sweep") struct SweepTests {
  private let now = Changing(Date(timeIntervalSince1970: 1_769_860_900))  // soon after the purchases
  private let backend: TestBackend

  init() throws {
    backend = try TestBackend(recordsEvents: true, clock: { [now] in now.value })
  }

  /// Grants orders to anna, and waits until they are due.
  private func grant(_ numbers: ClosedRange<Int>) async throws {
    for number in numbers {
      try backend.publish(HistoryForms.purchase(number))
      let history = try HistoryForms.signed(HistoryForms.purchase(number))
      _ = try await backend.validator(.never).validate(history, for: "anna")
    }
    now.change { $0 += 7 * 3_600 }
  }

  /// No order has this identifier.
  private static let end = UUID()

  private func refund(_ number: Int) throws {
    try backend.publish(
      HistoryForms.purchase(
        number, ["revocation_date": "2026-01-31T13:00:00Z", "fetched_at": "2026-01-31T18:00:00Z"]))
  }

  private func sweep(
    rate: Double = 1_000, _ observer: @escaping @Sendable (OrderSweep.Step) -> Void = { _ in }
  ) throws -> OrderSweep {
    OrderSweep(
      ledger: backend.ledger, bundleIDs: [TestBackend.bundleID], client: try backend.client(),
      verifier: try backend.verifier(), rate: rate, observer: observer)
  }

  private func owned() async throws -> [UUID] {
    try await backend.ledger.entitlements(of: "anna", at: now.value).map(\.orderID)
  }

  @Test("A refund that nobody presents arrives, as a decision and as an event")
  func refund() async throws {
    try await grant(1...1)
    for event in try await backend.ledger.takeDueEvents(limit: 9) { try await backend.ledger.remove(event) }
    try refund(1)
    let summary = try await sweep().pass()
    #expect(summary == OrderSweep.Summary(checked: 1, skipped: 0, revoked: 1))
    #expect(try await owned().isEmpty)
    #expect(try await backend.ledger.takeDueEvents(limit: 9).map(\.state) == [.revoked])
    // The refunded order is not asked about again.
    now.change { $0 += 400 * 86_400 }
    #expect(try await sweep().pass().checked == 0)
  }

  @Test("A pass asks about the orders that are due, once each, and with all: about every order")
  func due() async throws {
    try await grant(1...45)
    #expect(try await sweep().pass() == OrderSweep.Summary(checked: 45, skipped: 0, revoked: 0))
    #expect(Set(backend.askedOrders).count == 45 && backend.askedOrders.count == 45)
    #expect(try await sweep().pass().checked == 0)
    #expect(try await sweep().pass(all: true).checked == 45)
  }

  @Test("A pass that was ended is continued by the next one")
  func resumed() async throws {
    try await grant(1...3)
    backend.silent.value = [HistoryForms.order(2), HistoryForms.order(3)]
    let (checked, continuation) = AsyncStream.makeStream(of: UUID.self)
    let sweep = try sweep { step in
      if case .checked(let order, _) = step { continuation.yield(order) }
    }
    let pass = Task { try await sweep.pass() }
    for await _ in checked { break }
    pass.cancel()
    await #expect(throws: OrderSweep.Obstacle.store(.merchant(.cancelled))) { try await pass.value }
    await backend.release.give()
    backend.silent.value = []
    #expect(try await self.sweep().pass().checked == 2)
    #expect(backend.askedOrders.filter { $0 == HistoryForms.order(1) }.count == 1)
  }

  @Test("An order that the store does not know waits alone, longer after each failure, and the others are asked about")
  func unknown() async throws {
    try await grant(1...3)
    backend.answers.change { $0[HistoryForms.order(2)] = nil }
    let pauses = Changing<[Duration]>([])
    let sweep = try sweep { step in
      if case .postponed(HistoryForms.order(2), .store(.merchant(.unknownOrder)), let pause) = step {
        pauses.change { $0.append(pause) }
      }
    }
    #expect(try await sweep.pass() == OrderSweep.Summary(checked: 2, skipped: 1, revoked: 0))
    #expect(try await sweep.pass().skipped == 0)
    now.change { $0 += 300 }
    #expect(try await sweep.pass().skipped == 1)
    #expect(try await owned().count == 1)
    #expect((.seconds(150)...(.seconds(300))).contains(pauses.value[0]), "\(pauses.value)")
    #expect((.seconds(300)...(.seconds(600))).contains(pauses.value[1]), "\(pauses.value)")
    // The store knows the order again.
    try refund(2)
    now.change { $0 += 600 }
    #expect(try await sweep.pass() == OrderSweep.Summary(checked: 1, skipped: 0, revoked: 1))
  }

  @Test("Orders for which the store always fails stop no other order, however many they are", arguments: [500, 410])
  func failingOrders(_ status: Int) async throws {
    try await grant(1...60)
    // The store fails for the first orders that are due, which are more than a batch.
    backend.answers.change { answers in
      for number in 1...25 { answers[HistoryForms.order(number)] = HTTPResponse(status) }
    }
    let orders = Set((26...60).map(HistoryForms.order))
    let (steps, continuation) = AsyncStream.makeStream(of: UUID.self)
    let sweep = try sweep { step in
      if case .checked(let order, _) = step { continuation.yield(order) }
    }
    var checked: Set<UUID> = []
    // Each pass ends, because so many failures in a row look like an outage, and the next one begins with other orders.
    for _ in 0..<6 where checked != orders {
      _ = try? await sweep.pass()
      continuation.yield(Self.end)
      for await order in steps {
        guard order != Self.end else { break }
        checked.insert(order)
      }
    }
    #expect(checked == orders)
  }

  @Test("While the store is not available, the sweep asks about few orders, and continues with all after it")
  func outage() async throws {
    try await grant(1...40)
    try refund(40)
    let answers = backend.answers.value
    backend.answers.value = answers.mapValues { _ in HTTPResponse(503) }
    await #expect(throws: OrderSweep.Obstacle.self) { try await sweep().pass() }
    #expect(Set(backend.askedOrders).count < Outage.failuresInRow + OrderSweep.width)
    #expect(Set(backend.askedOrders).count == backend.askedOrders.count, "retries would exceed the rate")
    // The other orders are due since the same time as before.
    #expect(try await backend.ledger.checkLag() == .seconds(3_600))
    let (steps, continuation) = AsyncStream.makeStream(of: OrderSweep.Step.self)
    let run = Task { [sweep = try sweep { continuation.yield($0) }] in await sweep.run() }
    var (pauses, isOver) = (0, false)
    for await step in steps {
      switch step {
      case .paused:
        pauses += 1
        backend.answers.value = answers
      case .checked(HistoryForms.order(40), _): isOver = true
      case .checked, .postponed, .damaged, .took: break
      }
      if isOver { break }
    }
    run.cancel()
    await run.value
    #expect(pauses >= 1)
    #expect(try await !owned().contains(HistoryForms.order(40)))
  }

  @Test("A refused secret postpones no order") func refusedSecret() async throws {
    try await grant(1...3)
    let answers = backend.answers.value
    backend.answers.value = answers.mapValues { _ in HTTPResponse(401) }
    let sweep = try sweep()
    await #expect(throws: OrderSweep.Obstacle.store(.merchant(.unauthorized))) {
      try await sweep.pass(maximumPauses: 9)
    }
    backend.answers.value = answers
    #expect(try await sweep.pass().checked == 3)
  }

  @Test("Several orders are asked about at the same time") func concurrent() async throws {
    try await grant(1...10)
    // The first orders are answered only after the others.
    backend.silent.value = [HistoryForms.order(1), HistoryForms.order(2), HistoryForms.order(3)]
    let checked = Changing(0)
    let summary = try await sweep { [backend] step in
      guard case .checked = step else { return }
      checked.change { $0 += 1 }
      if checked.value == 7 { Task { await backend.release.give() } }
    }.pass()
    #expect(summary.checked == 10)
  }

  @Test("The rate is kept") func rate() async throws {
    try await grant(1...6)
    let start = ContinuousClock.now
    _ = try await sweep(rate: 50).pass()
    #expect(ContinuousClock.now - start >= .milliseconds(100))
  }
}
#endif
