import Foundation

/// A ledger that a publisher can also read completely, check and prune.
package protocol OwnedLedger: StoreLedger, EventOutbox {
  /// Counts the stored orders, up to the limit.
  func orderCount(atMost limit: Int) async throws(LedgerError) -> Int
  /// Reads an order; nil if it is not stored.
  func order(_ id: UUID) async throws(LedgerError) -> LedgerOrder?
  /// Reads the orders after an identifier, in the order of the identifiers.
  ///
  /// - Parameters:
  ///   - customer: the customer whose orders to read; nil for all.
  ///   - limit: the maximum number of orders.
  func orders(after id: UUID?, of customer: String?, limit: Int) async throws(LedgerError) -> [LedgerOrder]
  /// Reads the owner of an original order; nil if there is none.
  func owner(of original: UUID) async throws(LedgerError) -> ExactText?
  /// Removes old evidence, see ``LedgerPruning``.
  func prune(before bound: Date) async throws(LedgerError) -> LedgerPruning
  /// Finishes the running calls and closes the ledger.
  func close() async
}

extension LedgerCommitQueue {
  package func order(_ id: UUID) async throws(LedgerError) -> LedgerOrder? {
    try await read { storage throws(Storage.Failure) in try storage.order(id) }
  }

  package func orders(
    after id: UUID?, of customer: String?, limit: Int
  ) async throws(LedgerError) -> [LedgerOrder] {
    try await read { storage throws(Storage.Failure) in try storage.orders(after: id, of: customer, limit: limit) }
  }

  package func owner(of original: UUID) async throws(LedgerError) -> ExactText? {
    try await read { storage throws(Storage.Failure) in try storage.owner(of: original) }
  }
}
