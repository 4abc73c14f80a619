import Foundation
import LedgerTestSupport
import OnsideMerchant
import Testing

/// Statements that the backend gets from the store itself, with both databases.
@Suite("The store's own statements") struct StoreStatementTests {
  private let order = UUID()

  private func history(fetched: TimeInterval, revoked: TimeInterval? = nil) -> SignedHistory {
    SignedHistory([InAppPurchase(order: order, fetched: fetched, revoked: revoked)])
  }

  @Test("A refund that nobody presents takes effect for the customer who has the order", arguments: LedgerKind.allCases)
  func refund(_ kind: LedgerKind) async throws {
    try await kind.withLedger { (ledger) async throws -> Void in
      _ = try await ledger.record(history(fetched: 1), for: "ann")
      #expect(try await ledger.record(fromStore: history(fetched: 3, revoked: 2)).map(\.outcome) == [.revoked])
      #expect(try await ledger.entitlements(of: "ann", at: InAppPurchase.epoch + 10).isEmpty)
      #expect(try await ledger.evidence(of: order).map(\.customer) == ["ann", "ann"])
    }
  }

  @Test("An older statement of the store changes nothing", arguments: LedgerKind.allCases)
  func older(_ kind: LedgerKind) async throws {
    try await kind.withLedger { (ledger) async throws -> Void in
      _ = try await ledger.record(history(fetched: 3), for: "ann")
      #expect(try await ledger.record(fromStore: history(fetched: 2, revoked: 1)).map(\.outcome) == [.alreadyGranted])
      #expect(try await ledger.evidence(of: order).count == 1)
    }
  }

  @Test("A renewal that nobody presents is granted to the subscription's owner", arguments: LedgerKind.allCases)
  func renewal(_ kind: LedgerKind) async throws {
    try await kind.withLedger { (ledger) async throws -> Void in
      let renewed = UUID()
      func purchase(_ id: UUID, fetched: TimeInterval, expires: TimeInterval) -> InAppPurchase {
        InAppPurchase(
          order: id, original: order, product: "monthly", type: .autoRenewableSubscription, fetched: fetched,
          expires: expires)
      }
      _ = try await ledger.record(SignedHistory([purchase(order, fetched: 1, expires: 5)]), for: "ann")
      let both = [purchase(order, fetched: 6, expires: 5), purchase(renewed, fetched: 6, expires: 20)]
      let decisions = try await ledger.record(fromStore: SignedHistory(both))
      #expect(decisions.map(\.outcome) == [.expired, .granted])
      #expect(try await ledger.entitlements(of: "ann", at: InAppPurchase.epoch + 10).map(\.orderID) == [renewed])
      #expect(try await ledger.evidence(of: renewed).map(\.outcome) == [.granted])
    }
  }

  @Test(
    "A refund that arrives before the order is presented keeps an older history from granting the order",
    arguments: LedgerKind.allCases)
  func beforePresentation(_ kind: LedgerKind) async throws {
    try await kind.withLedger { (ledger) async throws -> Void in
      #expect(try await ledger.record(fromStore: history(fetched: 3, revoked: 2)).isEmpty)
      // Nobody has the order yet, so the Merchant API must confirm it like any new order.
      #expect(try await ledger.newOrders(of: [order]) == [order])
      #expect(try await ledger.evidence(of: order).map(\.customer) == [""])
      #expect(try await ledger.record(history(fetched: 1), for: "ann").map(\.outcome) == [.revoked])
      #expect(try await ledger.newOrders(of: [order]).isEmpty)
      #expect(try await ledger.order(order)?.customer.text == "ann")
      #expect(try await ledger.record(history(fetched: 1), for: "eve").map(\.outcome) == [.belongsToAnother])
      // The store takes the refund back.
      #expect(try await ledger.record(fromStore: history(fetched: 4)).map(\.outcome) == [.granted])
    }
  }

  @Test("A statement that only confirms what the ledger knows leaves no evidence", arguments: LedgerKind.allCases)
  func confirmation(_ kind: LedgerKind) async throws {
    try await kind.withLedger { (ledger) async throws -> Void in
      _ = try await ledger.record(history(fetched: 1), for: "ann")
      for fetched in 2...5 { _ = try await ledger.record(fromStore: history(fetched: Double(fetched))) }
      #expect(try await ledger.evidence(of: order).count == 1)
      // The time of the last statement is kept: an earlier refund, which was taken back, has no effect.
      #expect(try await ledger.record(history(fetched: 4, revoked: 3), for: "ann").map(\.outcome) == [.alreadyGranted])
    }
  }

  @Test(
    "The store's statements about a renewal that was bought for another user leave no evidence",
    arguments: LedgerKind.allCases)
  func renewalOfAnother(_ kind: LedgerKind) async throws {
    try await kind.withLedger { (ledger) async throws -> Void in
      let renewal = UUID()
      _ = try await ledger.record(history(fetched: 1), for: "ann")
      for fetched in 2...4 {
        let purchase = InAppPurchase(order: renewal, original: order, fetched: Double(fetched), token: "eve")
        #expect(
          try await ledger.record(fromStore: SignedHistory([purchase])).map(\.outcome) == [.belongsToAnother])
      }
      #expect(try await ledger.evidence(of: renewal).isEmpty)
      #expect(try await ledger.order(renewal) == nil)
    }
  }

  @Test("The same statement several times at once is applied once", arguments: LedgerKind.allCases)
  func repeated(_ kind: LedgerKind) async throws {
    let place = try kind.makePlace()
    defer { place.remove() }
    let ledger = try await place.open(recordsEvents: true)
    _ = try await ledger.record(history(fetched: 1), for: "ann")
    let refund = history(fetched: 3, revoked: 2)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask { _ = try await ledger.record(fromStore: refund) } }
      try await group.waitForAll()
    }
    #expect(try await ledger.evidence(of: order).map(\.outcome) == [.granted, .revoked])
    #expect(try await ledger.takeDueEvents(limit: 10).map(\.state) == [.revoked])
    await ledger.close()
  }

  @Test(
    "A presentation and a notification of a new order at the same time lose neither", arguments: LedgerKind.allCases)
  func race(_ kind: LedgerKind) async throws {
    try await kind.withLedger { (ledger) async throws -> Void in
      let orders = (0..<40).map { _ in UUID() }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for order in orders {
          let bought = SignedHistory([InAppPurchase(order: order, fetched: 1)])
          let refunded = SignedHistory([InAppPurchase(order: order, fetched: 3, revoked: 2)])
          group.addTask { _ = try await ledger.record(bought, for: "ann") }
          group.addTask { _ = try await ledger.record(fromStore: refunded) }
        }
        try await group.waitForAll()
      }
      #expect(try await ledger.entitlements(of: "ann", at: InAppPurchase.epoch + 10).isEmpty)
      for order in orders {
        let stored = try #require(try await ledger.order(order))
        #expect(stored.customer.text == "ann" && stored.statement.revokedAt != nil)
      }
    }
  }
}
