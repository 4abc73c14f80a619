import Foundation

/// The database operations of the sweep and of the outbox, for the orders of one app, because backends of several apps can
/// share a ledger. Call each of them in a transaction.
package protocol LedgerMaintenance: AnyObject, SendableMetatype {
  associatedtype Failure: LedgerStorageFailure

  /// Returns the time of the database, by which several servers agree on what is due and what another server has taken; nil
  /// if only this process uses the database, so that its own clock counts.
  func sharedTime() throws(Failure) -> LedgerTime?

  /// Reads the orders whose check is due: those that have waited longest first, then those whose check is later than a
  /// bound, and then those whose check was never scheduled. Locks them against other servers, and leaves out the orders
  /// that another server has locked.
  func dueChecks(
    of app: ExactText, at now: LedgerTime, orAfter bound: LedgerTime, limit: Int
  ) throws(Failure) -> [StoredOrder]

  /// Stores the next checks of orders. Orders that are not stored are ignored.
  func setChecks(_ checks: [OrderCheck]) throws(Failure)

  /// Returns the orders after an identifier, in the order of the bytes of the identifiers.
  func orderIDs(after id: UUID?, limit: Int) throws(Failure) -> [UUID]

  /// Makes those checks of an app's orders due that are later than a bound, and gives granted orders without a check one
  /// that is due, unless they are refunded. The other orders are ignored.
  func makeChecksDue(
    of app: ExactText, _ orders: [UUID], at now: LedgerTime, ifAfter bound: LedgerTime
  ) throws(Failure)

  /// Returns the time since which the check that waits longest is due; nil if none is due. A check that was never
  /// scheduled does not count, because it waits for the others.
  func oldestDueCheck(of app: ExactText, at now: LedgerTime) throws(Failure) -> LedgerTime?

  /// Returns whether each change of a granted order becomes an entry of the outbox.
  func recordsEvents() throws(Failure) -> Bool

  /// Sets whether changes become entries of the outbox. If they do not any more, removes all entries.
  func setRecordsEvents(_ isOn: Bool) throws(Failure)

  /// Stores entries in place of earlier ones of the same orders.
  func put(_ entries: [OutboxEntry]) throws(Failure)

  /// Reads the entries of the outbox that are due, those that have waited longest first, and then those that are due later
  /// than a bound. Locks them against other servers, and leaves out the entries that another server has locked.
  func dueEvents(
    of app: ExactText, at now: LedgerTime, orAfter bound: LedgerTime, limit: Int
  ) throws(Failure) -> [OutboxEntry]

  /// Reads an order, which can be damaged; nil if it is not stored.
  func storedOrder(_ id: UUID) throws(Failure) -> StoredOrder?

  /// Sets when an entry is delivered next and how often it has failed, unless a later change has replaced the entry.
  func postpone(_ entry: OutboxEntry, until time: LedgerTime) throws(Failure)

  /// Removes an entry that was delivered, unless a later change has replaced it.
  func remove(_ entry: OutboxEntry) throws(Failure)

  /// Counts the entries of the outbox, up to a limit, and returns the time of the oldest; nil for none.
  func outboxBacklog(of app: ExactText, atMost limit: Int) throws(Failure) -> (count: Int, oldest: LedgerTime?)
}

/// An order as it was read.
package enum StoredOrder: Hashable, Sendable {
  case order(LedgerOrder)
  /// The row differs from what the ledger wrote.
  case damaged(UUID)
}

extension Sequence<StoredOrder> {
  /// The orders that could be read.
  var readable: [LedgerOrder] {
    compactMap { stored in
      if case .order(let order) = stored { return order }
      return nil
    }
  }

  /// The orders whose rows are damaged.
  var damaged: [UUID] {
    compactMap { stored in
      if case .damaged(let id) = stored { return id }
      return nil
    }
  }
}
