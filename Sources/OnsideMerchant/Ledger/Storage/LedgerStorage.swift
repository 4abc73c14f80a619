import Foundation

/// The database operations that the ledger needs. They block, and only one thread at a time calls them.
package protocol LedgerStorage: LedgerMaintenance {

  /// Whether another process or worker can change the stored data between two calls.
  static var isShared: Bool { get }

  /// Runs a body that only reads. Repeats it after a transient failure.
  func reading<Value>(until deadline: LedgerDeadline, _ body: () throws(Failure) -> Value) throws(Failure) -> Value

  /// Runs a body that writes, in one transaction whose changes are durable when the method returns. Repeats the body
  /// after a transient failure, even if a lost answer leaves it unknown whether the first attempt succeeded.
  func transaction<Value>(
    until deadline: LedgerDeadline, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value

  /// Reads the stored data about the orders of a batch.
  ///
  /// - Parameter locksRows: Whether to lock that data against other writers until the transaction ends.
  func snapshot(of batch: LedgerBatch, locksRows: Bool) throws(Failure) -> LedgerSnapshot

  /// Records owners for orders that have no owner, and does not change the others. Call this method first in a
  /// transaction.
  func claim(_ owners: [UUID: ExactText]) throws(Failure)

  /// Stores all changes except ``LedgerChanges/owners``. Call this method in a transaction.
  func write(_ changes: LedgerChanges) throws(Failure)

  /// Returns which of these orders are stored and have an owner. An order whose only decisions were `belongsToAnother`
  /// is not stored, and one that only the store has reported has no owner.
  func storedOrders(_ orders: [UUID]) throws(Failure) -> Set<UUID>

  /// Counts the stored orders, up to the limit.
  func orderCount(atMost limit: Int) throws(Failure) -> Int

  /// Reads the orders of a customer.
  func orders(of customer: String) throws(Failure) -> [LedgerOrder]

  /// Reads the evidence of an order, the oldest first.
  func evidence(of order: UUID) throws(Failure) -> [LedgerEvidence]

  /// Reads an order; nil if it is not stored.
  func order(_ id: UUID) throws(Failure) -> LedgerOrder?

  /// Reads the orders after an identifier, in the order of the bytes of the identifiers.
  ///
  /// - Parameters:
  ///   - customer: the customer whose orders to read; nil for all.
  ///   - limit: the maximum number of orders.
  func orders(after id: UUID?, of customer: String?, limit: Int) throws(Failure) -> [LedgerOrder]

  /// Reads the owner of an original order; nil if there is none.
  func owner(of original: UUID) throws(Failure) -> ExactText?

  /// Returns the orders after an identifier that have evidence, in the order of the bytes of the identifiers.
  func ordersWithEvidence(after id: UUID?, limit: Int) throws(Failure) -> [UUID]

  /// Removes the evidence that ``LedgerPruning`` names, for the orders after one identifier up to another one. Call this
  /// method in a transaction.
  ///
  /// - Returns: The number of removed decisions.
  func removeEvidence(before bound: LedgerTime, after first: UUID?, upTo last: UUID) throws(Failure) -> Int

  /// Returns the largest number of a statement; 0 if there are none.
  func lastStatement() throws(Failure) -> Int64

  /// Removes the statements without evidence whose numbers are in a range. Call this method in a transaction.
  ///
  /// - Returns: The number of removed statements.
  func removeStatements(_ numbers: ClosedRange<Int64>) throws(Failure) -> Int

  /// Closes the database.
  func close()
}

/// An error of a database.
package protocol LedgerStorageFailure: Error {
  /// The error for the caller of the ledger.
  var ledgerError: LedgerError { get }
}

/// The result of recording one request: the request's decisions, or the error for its caller.
package typealias LedgerAnswer = Result<[LedgerDecision], LedgerError>

extension LedgerStorage {
  /// Records requests together. If that fails with an error that a single request can have caused, records each request
  /// alone, because one bad request must not make other requests fail. Requests whose deadline has passed fail, and the
  /// other requests continue.
  ///
  /// - Returns: The answers, and whether there was a commit.
  package func record(_ requests: [LedgerRequest]) -> (answers: [LedgerAnswer], hasCommitted: Bool) {
    // Each answer is replaced below.
    var answers = [LedgerAnswer](repeating: .failure(.closed), count: requests.count)
    var hasCommitted = false
    var groups = [Array(requests.indices)]
    while let group = groups.popLast() {
      let open = group.filter { place in
        let deadline = requests[place].deadline
        guard deadline.isOver else { return true }
        answers[place] = .failure(deadline.error)
        return false
      }
      do {
        let (decisions, hasChanges) = try record(LedgerBatch(open.map { requests[$0] }))
        hasCommitted = hasCommitted || hasChanges
        for (place, decisions) in zip(open, decisions) { answers[place] = .success(decisions) }
      } catch {
        let error = error.ledgerError
        for place in open { answers[place] = .failure(error) }
        let rest = open.filter { !requests[$0].deadline.isOver }
        if rest.count < open.count {
          groups.append(rest)
        } else if open.count > 1, error.canBeOfOne {
          groups += open.reversed().map { [$0] }
        }
      }
    }
    return (answers, hasCommitted)
  }

  private func record(
    _ batch: LedgerBatch
  ) throws(Failure) -> (decisions: [[LedgerDecision]], hasChanges: Bool) {
    if batch.requests.isEmpty { return ([], false) }
    let deadline = batch.deadline
    // Read without a lock first, because a request that changes nothing needs no lock and no durable commit.
    let (decisions, changes) = batch.decide(
      try reading(until: deadline) { () throws(Failure) in try snapshot(of: batch, locksRows: false) })
    if changes.isEmpty { return (decisions, false) }
    return try transaction(until: deadline) { () throws(Failure) in
      try claim(changes.owners)
      guard Self.isShared else {
        try write(changes)
        return (decisions, true)
      }
      let (decisions, changes) = batch.decide(try snapshot(of: batch, locksRows: true))
      if !changes.isEmpty { try write(changes) }
      return (decisions, true)
    }
  }
}

extension LedgerError {
  /// Whether a single request can have caused the error, so that the other requests may succeed without that request.
  fileprivate var canBeOfOne: Bool {
    switch self {
    case .failed, .damaged, .unavailable: true
    case .newer, .notAllowed, .invalidConnectionString, .invalidCustomer, .invalidHistory, .closed: false
    }
  }
}
