import Foundation

/// What a database does for the ledger. One thread at a time uses it, and waits for it.
package protocol LedgerStorage: AnyObject, SendableMetatype {
  associatedtype Failure: LedgerStorageFailure

  /// Whether somebody else can change what is stored between two calls.
  static var isShared: Bool { get }

  /// Runs what only reads. It is repeated after a failure that passes.
  func reading<Value>(until deadline: LedgerDeadline, _ body: () throws(Failure) -> Value) throws(Failure) -> Value

  /// Runs what writes: all of it happens or nothing, and it is durable at the end. It is repeated after a failure that
  /// passes, also if the lost answer leaves open whether it happened.
  func transaction<Value>(
    until deadline: LedgerDeadline, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value

  /// What is stored about the orders of a batch.
  ///
  /// - Parameter isLocked: nobody else changes them until the transaction ends.
  func knowledge(of batch: LedgerBatch, isLocked: Bool) throws(Failure) -> LedgerKnowledge

  /// Makes customers the owners of orders that are nobody's, and leaves the others alone. Within a transaction, first.
  func claim(_ owners: [UUID: ExactText]) throws(Failure)

  /// Stores all but ``LedgerChanges/owners``. Within a transaction.
  func write(_ changes: LedgerChanges) throws(Failure)

  /// Which of these orders are stored. One of which all was `belongsToAnother` is not.
  func storedOrders(_ orders: [UUID]) throws(Failure) -> Set<UUID>

  /// How many orders are stored; no more are counted than the limit.
  func orderCount(atMost limit: Int) throws(Failure) -> Int

  /// The orders of a customer.
  func orders(of customer: String) throws(Failure) -> [LedgerOrder]

  /// The evidence of an order, the oldest first.
  func evidence(of order: UUID) throws(Failure) -> [LedgerEvidence]

  /// Lets the database go.
  func close()
}

/// An error of a database.
package protocol LedgerStorageFailure: Error {
  /// The same for who uses the ledger.
  var ledgerError: LedgerError { get }
}

/// What a request is answered.
package typealias LedgerAnswer = Result<[LedgerDecision], LedgerError>

extension LedgerStorage {
  /// Records requests together, or each alone if the database refuses them together: one must not fail for another.
  /// One whose time is over fails, and the others go on.
  package func record(_ requests: [LedgerRequest]) -> [LedgerAnswer] {
    var answers = requests.map { LedgerAnswer.failure($0.deadline.error) }
    var groups = [Array(requests.indices)]
    while let group = groups.popLast() {
      let open = group.filter { !requests[$0].deadline.isOver }
      do {
        let decisions = try record(LedgerBatch(open.map { requests[$0] }))
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
    return answers
  }

  private func record(_ batch: LedgerBatch) throws(Failure) -> [[LedgerDecision]] {
    if batch.requests.isEmpty { return [] }
    let deadline = batch.deadline
    // What is known already needs no lock, and nothing durable.
    let (decisions, changes) = batch.decide(
      try reading(until: deadline) { () throws(Failure) in try knowledge(of: batch, isLocked: false) })
    if changes.isEmpty { return decisions }
    return try transaction(until: deadline) { () throws(Failure) in
      try claim(changes.owners)
      guard Self.isShared else {
        try write(changes)
        return decisions
      }
      let (decisions, changes) = batch.decide(try knowledge(of: batch, isLocked: true))
      if !changes.isEmpty { try write(changes) }
      return decisions
    }
  }
}

extension LedgerError {
  /// Whether one request can be to blame, and others that were tried with it not.
  fileprivate var canBeOfOne: Bool {
    switch self {
    case .failed, .damaged, .unavailable: true
    case .newer, .notAllowed, .invalidConnectionString, .invalidCustomer, .invalidHistory, .closed: false
    }
  }
}
