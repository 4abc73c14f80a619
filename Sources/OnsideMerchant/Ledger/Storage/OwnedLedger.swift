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
  /// Reads the identifiers of the orders that have evidence, after an identifier and in the order of the identifiers.
  func ordersWithEvidence(after id: UUID?, limit: Int) async throws(LedgerError) -> [UUID]
  /// Removes old evidence, see ``LedgerPruning``.
  func prune(before bound: Date) async throws(LedgerError) -> LedgerPruning
  /// Finishes the running calls and closes the ledger.
  func close() async
}

extension OwnedLedger {
  /// Reads a page of the orders that have evidence and are not stored, because only other customers than theirs have
  /// presented them.
  ///
  /// - Parameter limit: the maximum number of orders with evidence that are read.
  /// - Returns: the orders, and the identifier after which the next page begins; nil if there are no more.
  package func unstoredOrders(
    after id: UUID?, limit: Int
  ) async throws(LedgerError) -> (orders: [UUID], last: UUID?) {
    let page = try await ordersWithEvidence(after: id, limit: limit)
    guard let last = page.last else { return ([], nil) }
    var unstored: [UUID] = []
    // Ask for each new order, because `newOrders` also returns the orders that only the store has reported.
    for new in try await newOrders(of: page) {
      if try await order(new) == nil { unstored.append(new) }
    }
    return (unstored, last)
  }
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
