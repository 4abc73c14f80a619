import Foundation

/// The database operations of the sweep and of the outbox, for the orders of one app, because backends of several apps can
/// share a ledger. Call each of them in a transaction.
package protocol LedgerMaintenance: AnyObject, SendableMetatype {
  associatedtype Failure: LedgerStorageFailure

  /// Reads the orders whose check is due: those that have waited longest first, and then those whose check was never
  /// scheduled. Locks them against other servers, and leaves out the orders that another server has locked.
  func dueChecks(of app: ExactText, at now: LedgerTime, limit: Int) throws(Failure) -> [LedgerOrder]

  /// Stores the next checks of orders. Orders that are not stored are ignored.
  func setChecks(_ checks: [OrderCheck]) throws(Failure)

  /// Makes the later checks of a range of orders due: those after one identifier up to another one.
  func makeChecksDue(of app: ExactText, at now: LedgerTime, after first: UUID?, upTo last: UUID) throws(Failure)

  /// Returns the time since which the check that waits longest is due; nil if none is due. A check that was never
  /// scheduled does not count, because it waits for the others.
  func oldestDueCheck(of app: ExactText, at now: LedgerTime) throws(Failure) -> LedgerTime?

  /// Reads the entries of the outbox that are due, with their orders, those that have waited longest first. Locks them
  /// against other servers, and leaves out the entries that another server has locked.
  func dueEvents(
    of app: ExactText, at now: LedgerTime, limit: Int
  ) throws(Failure) -> [(entry: OutboxEntry, order: LedgerOrder)]

  /// Sets when an entry is delivered next and how often it has failed, unless a later change has replaced the entry.
  func postpone(_ entry: OutboxEntry, until time: LedgerTime) throws(Failure)

  /// Removes an entry that was delivered, unless a later change has replaced it.
  func remove(_ entry: OutboxEntry) throws(Failure)

  /// Counts the entries of the outbox, up to a limit, and returns the time of the oldest; nil for none.
  func outboxBacklog(of app: ExactText, atMost limit: Int) throws(Failure) -> (count: Int, oldest: LedgerTime?)
}
