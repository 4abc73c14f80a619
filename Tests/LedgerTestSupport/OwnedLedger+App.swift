import Foundation
import OnsideMerchant

/// The calls for the orders of one app: that of the tests' purchases.
extension OwnedLedger {
  package func takeChecks(limit: Int) async throws -> [OrderCheck] {
    try await takeDueChecks(of: Self.app, limit: limit).checks
  }

  package func takeDueChecks(limit: Int) async throws -> [UUID] { try await takeChecks(limit: limit).map(\.orderID) }

  package func makeAllChecksDue() async throws { try await makeAllChecksDue(of: Self.app) }

  package func checkLag() async throws -> Duration? { try await checkLag(of: Self.app) }

  package func takeDueEvents(limit: Int) async throws -> [OrderEvent] {
    try await takeDueEvents(of: Self.app, limit: limit).events
  }

  package func backlog(atMost limit: Int) async throws -> OutboxBacklog {
    try await backlog(of: Self.app, atMost: limit)
  }

  private static var app: Set<ExactText> { [ExactText("com.example.shop")] }
}

extension EventOutbox {
  /// Removes an event that was delivered.
  package func remove(_ event: OrderEvent) async throws(LedgerError) { try await note([(event, .delivered)]) }

  /// Postpones an event whose delivery failed.
  package func postpone(_ event: OrderEvent, by pause: Duration) async throws(LedgerError) {
    try await note([(event, .failed(pause))])
  }
}
