#if os(Linux)
import Foundation
import OnsideMerchant

/// A ledger whose calls are counted and timed.
struct ObservedLedger: EntitlementLedger {
  enum Call: String, CaseIterable, Sendable {
    case record, entitlements, evidence
    case newOrders = "new_orders"
  }

  let ledger: any EntitlementLedger
  let metrics: MerchantMetrics

  func record(_ history: SignedHistory, for customer: String) async throws(LedgerError) -> [LedgerDecision] {
    try await observing(.record) { () async throws(LedgerError) in try await ledger.record(history, for: customer) }
  }

  func record(
    _ history: SignedHistory, for customer: String, entitlementsAt now: Date
  ) async throws(LedgerError) -> RecordedHistory {
    try await observing(.record) { () async throws(LedgerError) in
      try await ledger.record(history, for: customer, entitlementsAt: now)
    }
  }

  func entitlements(of customer: String, at now: Date) async throws(LedgerError) -> [Entitlement] {
    try await observing(.entitlements) { () async throws(LedgerError) in
      try await ledger.entitlements(of: customer, at: now)
    }
  }

  func newOrders(of orders: [UUID]) async throws(LedgerError) -> [UUID] {
    try await observing(.newOrders) { () async throws(LedgerError) in try await ledger.newOrders(of: orders) }
  }

  func evidence(of order: UUID) async throws(LedgerError) -> [LedgerEvidence] {
    try await observing(.evidence) { () async throws(LedgerError) in try await ledger.evidence(of: order) }
  }

  private func observing<Value>(
    _ call: Call, _ body: () async throws(LedgerError) -> Value
  ) async throws(LedgerError) -> Value {
    let start = ContinuousClock.now
    do throws(LedgerError) {
      let value = try await body()
      metrics.calledLedger(call, succeeded: true, in: .now - start)
      return value
    } catch {
      // An invalid customer or history is the caller's mistake, not a failure of the ledger.
      let isFailure =
        switch error {
        case .invalidCustomer, .invalidHistory: false
        default: true
        }
      metrics.calledLedger(call, succeeded: !isFailure, in: .now - start)
      throw error
    }
  }
}
#endif
