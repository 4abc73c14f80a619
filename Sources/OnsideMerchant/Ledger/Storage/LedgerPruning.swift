import Foundation

/// The removal of old evidence, so that a ledger does not grow with each history that an app fetches.
///
/// No decision is forgotten: orders and their owners always stay, so a granted order is not granted again and a refund
/// stays a refund. For each order, these also stay, however old they are: the evidence of its grant, and that of the
/// newest statement. If several statements have the newest time, all of them stay, because any of them can be the reason
/// for the order's state, such as a refund. Everything else that was decided before the bound is removed: repeated
/// presentations, and those of other customers.
package struct LedgerPruning: Hashable, Sendable {
  /// The number of removed decisions about statements.
  package var evidence = 0
  /// The number of removed signed statements.
  package var statements = 0

  package init(evidence: Int = 0, statements: Int = 0) {
    self.evidence = evidence
    self.statements = statements
  }
}

extension LedgerCommitQueue {
  /// The number of orders, or of statements, in one transaction, so that other calls need not wait long.
  private static var pruningBatch: Int { 500 }

  /// Removes old evidence, in many short transactions.
  ///
  /// - Parameter bound: the time before which a decision is old.
  package func prune(before bound: Date) async throws(LedgerError) -> LedgerPruning {
    var pruning = LedgerPruning()
    let bound = LedgerTime(bound)
    let batch = Self.pruningBatch
    var cursor: UUID?
    while true {
      let after = cursor
      let orders = try await read { storage throws(Storage.Failure) in
        try storage.ordersWithEvidence(after: after, limit: batch)
      }
      guard let last = orders.last else { break }
      pruning.evidence += try await write { storage throws(Storage.Failure) in
        try storage.removeEvidence(before: bound, after: after, upTo: last)
      }
      cursor = last
    }
    let end = try await read { storage throws(Storage.Failure) in try storage.lastStatement() }
    for first in stride(from: Int64(1), through: end, by: batch) {
      pruning.statements += try await write { storage throws(Storage.Failure) in
        try storage.removeStatements(first...(first + Int64(batch) - 1))
      }
    }
    return pruning
  }
}
