import Foundation
import LedgerTestSupport
import OnsideMerchant
import Testing

/// Old evidence is removed, and no decision is forgotten.
@Suite("Pruning a ledger") struct PruningTests {
  private static let customer = "ada"
  private let order = UUID()

  /// Presents a history of the order that the store made at a time, in seconds after the epoch.
  private func history(fetched: TimeInterval, revoked: TimeInterval? = nil) -> SignedHistory {
    SignedHistory([InAppPurchase(order: order, fetched: fetched, revoked: revoked)])
  }

  @Test("The grant's evidence and the newest one stay; what lies between them goes", arguments: LedgerKind.allCases)
  func whatStays(_ kind: LedgerKind) async throws {
    let place = try kind.makePlace()
    defer { place.remove() }
    let ledger = try await place.open()
    for fetched in 1...5 { _ = try await ledger.record(history(fetched: Double(fetched)), for: Self.customer) }
    _ = try await ledger.record(history(fetched: 9), for: "another")
    #expect(try await ledger.evidence(of: order).count == 6)
    let before = try await ledger.entitlements(of: Self.customer, at: .now)

    let none = try await ledger.prune(before: InAppPurchase.epoch)
    #expect(none == LedgerPruning(evidence: 0, statements: 0))
    let pruning = try await ledger.prune(before: InAppPurchase.epoch + 11)
    #expect(pruning == LedgerPruning(evidence: 4, statements: 4))
    let evidence = try await ledger.evidence(of: order)
    #expect(evidence.map(\.fetchedAt) == [InAppPurchase.epoch + 1, InAppPurchase.epoch + 5])
    #expect(evidence.map(\.outcome) == [.granted, .alreadyGranted])
    #expect(try await ledger.prune(before: InAppPurchase.epoch + 11) == LedgerPruning(evidence: 0, statements: 0))
    #expect(try await ledger.entitlements(of: Self.customer, at: .now) == before)
    await ledger.close()
  }

  @Test("After pruning, nothing is granted again and a refund stays", arguments: LedgerKind.allCases)
  func decisionsStay(_ kind: LedgerKind) async throws {
    let place = try kind.makePlace()
    defer { place.remove() }
    let ledger = try await place.open()
    let granted = history(fetched: 1)
    #expect(try await ledger.record(granted, for: Self.customer).map(\.outcome) == [.granted])
    for fetched in 2...4 { _ = try await ledger.record(history(fetched: Double(fetched)), for: Self.customer) }
    _ = try await ledger.record(history(fetched: 5, revoked: 4), for: Self.customer)
    _ = try await ledger.prune(before: .distantFuture)
    await ledger.close()
    let reopened = try await place.open()
    // The removed statements change nothing when they are presented again.
    for fetched in [1, 3, 4] {
      let outcome = try await reopened.record(history(fetched: Double(fetched)), for: Self.customer).map(\.outcome)
      #expect(outcome == [.revoked])
    }
    #expect(try await reopened.record(granted, for: "another").map(\.outcome) == [.belongsToAnother])
    #expect(try await reopened.newOrders(of: [order]).isEmpty)
    #expect(try await reopened.entitlements(of: Self.customer, at: .now).isEmpty)
    await reopened.close()
  }

  @Test("Of statements with the same time, the proof of a refund stays", arguments: LedgerKind.allCases)
  func sameTime(_ kind: LedgerKind) async throws {
    let place = try kind.makePlace()
    defer { place.remove() }
    let clock = TestClock()
    let ledger = try await place.open(clock: { clock.now })
    let refund = history(fetched: 5, revoked: 4)
    let steps: [(presented: SignedHistory, outcome: LedgerDecision.Outcome)] = [
      (history(fetched: 1), .granted), (refund, .revoked), (history(fetched: 5), .revoked),
    ]
    for (presented, outcome) in steps {
      clock.move(by: 1)
      #expect(try await ledger.record(presented, for: Self.customer).map(\.outcome) == [outcome])
    }
    #expect(try await ledger.prune(before: .distantFuture) == LedgerPruning(evidence: 0, statements: 0))
    #expect(try await ledger.evidence(of: order).map(\.jws).contains(refund.jws))
    // A later statement proves the refund too.
    _ = try await ledger.record(history(fetched: 6, revoked: 4), for: Self.customer)
    #expect(try await ledger.prune(before: .distantFuture) == LedgerPruning(evidence: 2, statements: 2))
    await ledger.close()
  }

  @Test("A statement about several orders stays while one of them needs it", arguments: LedgerKind.allCases)
  func sharedStatement(_ kind: LedgerKind) async throws {
    try await kind.withLedger { ledger in
      let other = UUID()
      let both = SignedHistory([InAppPurchase(order: order), InAppPurchase(order: other)])
      _ = try await ledger.record(both, for: Self.customer)
      for fetched in 2...3 { _ = try await ledger.record(history(fetched: Double(fetched)), for: Self.customer) }
      #expect(try await ledger.prune(before: .distantFuture) == LedgerPruning(evidence: 1, statements: 1))
      #expect(try await ledger.evidence(of: other).map(\.jws) == [both.jws])
    }
  }

  #if os(Linux)
  @Test("Calls of other servers during pruning lose no evidence", arguments: LedgerKind.allCases)
  func concurrently(_ kind: LedgerKind) async throws {
    try await kind.withLedger { ledger in
      let orders = (0..<20).map { _ in UUID() }
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for _ in 0..<10 { _ = try await ledger.prune(before: .distantFuture) }
        }
        for order in orders {
          group.addTask {
            for fetched in 1...20 {
              let history = SignedHistory([InAppPurchase(order: order, fetched: Double(fetched))])
              _ = try await ledger.record(history, for: order.uuidString)
            }
          }
        }
        try await group.waitForAll()
      }
      _ = try await ledger.prune(before: .distantFuture)
      for order in orders {
        let evidence = try await ledger.evidence(of: order)
        #expect(evidence.map(\.outcome) == [.granted, .alreadyGranted])
        #expect(evidence.map(\.fetchedAt) == [InAppPurchase.epoch + 1, InAppPurchase.epoch + 20])
      }
    }
  }
  #endif
}
