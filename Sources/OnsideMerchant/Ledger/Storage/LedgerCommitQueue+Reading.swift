import Foundation

/// The reads that both ledgers share; see ``EntitlementLedger``.
extension LedgerCommitQueue {
  package func entitlements(of customer: String, at now: Date) async throws(LedgerError) -> [Entitlement] {
    try LedgerRequest.check(customer)
    let orders = try await read { storage throws(Storage.Failure) in try storage.orders(of: customer) }
    return LedgerRules.entitlements(of: orders, at: LedgerTime(now))
  }

  package func record(
    _ history: SignedHistory, for customer: String, at time: Date, entitlementsAt now: Date
  ) async throws(LedgerError) -> RecordedHistory {
    let request = try LedgerRequest(history, for: customer, at: time)
    let (decisions, orders) = try await record(request) { storage throws(Storage.Failure) in
      try storage.orders(of: customer)
    }
    return RecordedHistory(
      decisions: decisions, entitlements: LedgerRules.entitlements(of: orders, at: LedgerTime(now)))
  }

  package func newOrders(of orders: [UUID]) async throws(LedgerError) -> [UUID] {
    let stored = try await read { storage throws(Storage.Failure) in try storage.storedOrders(orders) }
    return orders.filter { !stored.contains($0) }
  }

  package func orderCount(atMost limit: Int) async throws(LedgerError) -> Int {
    try await read { storage throws(Storage.Failure) in try storage.orderCount(atMost: limit) }
  }

  package func evidence(of order: UUID) async throws(LedgerError) -> [LedgerEvidence] {
    try await read { storage throws(Storage.Failure) in try storage.evidence(of: order) }
  }
}
