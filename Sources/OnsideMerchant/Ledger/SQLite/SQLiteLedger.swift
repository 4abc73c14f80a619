import CausewayDatabase
import Foundation

/// The ledger in an SQLite file, for a publisher with one server.
///
/// Calls that arrive at the same time share one commit to disk. For that, they wait up to 3 milliseconds for further ones.
/// While the ledger is open, no other process can open the file.
public final class SQLiteLedger: EntitlementLedger {
  /// The longest wait of overlapping calls for further ones. It saves processor time, see `docs/performance.md`.
  private static let gatheringTime: Duration = .milliseconds(3)

  /// The number of steps of a backup, of 8 MiB each, after which the copy is written to the disk.
  private static let stepsBetweenSynchronizations = 8

  package let commitQueue: LedgerCommitQueue<SQLiteLedgerStorage>
  package let clock: @Sendable () -> Date
  /// The database file.
  public let file: URL

  /// Opens the file, or creates it.
  ///
  /// - Parameter recordsEvents: Whether each change of an order becomes an event for the publisher's server from now on,
  ///   which an ``EventDelivery`` delivers. The ledger remembers it: `false` leaves a ledger as it is, because an event
  ///   that one process does not record would be lost. `causeway-merchant ledger events --off` ends it.
  /// - Throws: `LedgerError`. If the error is `damaged`, the damaged file is kept next to the original, under a name
  ///   that the error contains. Until that file is moved away, no new ledger can be created, because a new ledger would
  ///   grant every order again. A file that is not a ledger, also an empty one, stays unchanged, and the error is
  ///   `failed`. Other errors are `newer`, `notAllowed`, `unavailable` (another process has the file open, or there is no
  ///   room) and `failed`.
  public convenience init(file: URL, recordsEvents: Bool = false) throws(LedgerError) {
    try self.init(file: file, recordsEvents: recordsEvents, clock: { Date() })
  }

  /// Opens the file with a clock that provides the time of decisions. Tests pass their own clock.
  ///
  /// - Parameter checksIndexes: Whether to compare each index with its table, which takes minutes for a large ledger.
  package init(
    file: URL, recordsEvents: Bool = false, checksIndexes: Bool = false, clock: @escaping @Sendable () -> Date
  ) throws(LedgerError) {
    self.file = file
    self.clock = clock
    let storage = try SQLiteLedgerStorage(file, checksIndexes: checksIndexes)
    if recordsEvents { try storage.startRecordingEvents() }
    // No other process can open the file, so calls need no timeout.
    commitQueue = LedgerCommitQueue(LedgerWorker(storage), gatheringTime: Self.gatheringTime)
  }

  /// Records every purchase of a history; see ``EntitlementLedger/record(_:for:)``.
  public func record(_ history: SignedHistory, for customer: String) async throws(LedgerError) -> [LedgerDecision] {
    try await record(try LedgerRequest(history, for: customer, at: clock()))
  }

  /// Records a history and returns the decisions and the customer's entitlements; see
  /// ``EntitlementLedger/record(_:for:entitlementsAt:)``.
  public func record(
    _ history: SignedHistory, for customer: String, entitlementsAt now: Date
  ) async throws(LedgerError) -> RecordedHistory {
    try await commitQueue.record(history, for: customer, at: clock(), entitlementsAt: now)
  }

  /// Returns what a customer owns at a time; see ``EntitlementLedger/entitlements(of:at:)``.
  public func entitlements(of customer: String, at now: Date) async throws(LedgerError) -> [Entitlement] {
    try await commitQueue.entitlements(of: customer, at: now)
  }

  /// Returns the orders without a decision; see ``EntitlementLedger/newOrders(of:)``.
  public func newOrders(of orders: [UUID]) async throws(LedgerError) -> [UUID] {
    try await commitQueue.newOrders(of: orders)
  }

  /// Returns the statements and decisions about an order; see ``EntitlementLedger/evidence(of:)``.
  public func evidence(of order: UUID) async throws(LedgerError) -> [LedgerEvidence] {
    try await commitQueue.evidence(of: order)
  }

  /// Counts the stored orders, up to the limit.
  package func orderCount(atMost limit: Int) async throws(LedgerError) -> Int {
    try await commitQueue.orderCount(atMost: limit)
  }

  /// Throws if the file of a backup exists already.
  package static func checkIsNew(_ backup: URL) throws(LedgerError) {
    do throws(DatabaseError) {
      try DatabaseBackup.checkIsNew(backup)
    } catch {
      throw error.ledgerError
    }
  }

  /// Copies the ledger into a new file, while other calls continue. The copy is a complete ledger: that of the moment at
  /// which this method returns, or a little earlier.
  ///
  /// - Parameter file: a file that does not exist yet. Only this user can read it.
  /// - Returns: the size of the copy, in bytes.
  package func backup(to file: URL) async throws(LedgerError) -> Int {
    try await commitQueue.read { storage throws(DatabaseError) in try storage.beginBackup(to: file) }
    var steps = 0
    while true {
      if let size = try await commitQueue.read({ storage throws(DatabaseError) in try storage.continueBackup() }) {
        return size
      }
      steps += 1
      guard steps.isMultiple(of: Self.stepsBetweenSynchronizations) else { continue }
      do throws(LedgerError) {
        try await Self.synchronize(file)
      } catch {
        try await commitQueue.read { storage throws(DatabaseError) in storage.endBackup() }
        throw error
      }
    }
  }

  /// Writes the copied part of a backup to the disk, while the ledger's worker serves other calls.
  private static func synchronize(_ backup: URL) async throws(LedgerError) {
    let result: Result<Void, DatabaseError> = await withCheckedContinuation { continuation in
      // The call blocks its thread, so it has one of its own.
      Thread.detachNewThread {
        continuation.resume(
          returning: Result { () throws(DatabaseError) in try DatabaseBackup.synchronizeUnfinished(backup) })
      }
    }
    if case .failure(let error) = result { throw error.ledgerError }
  }

  /// Finishes the running calls and closes the file. Waiting calls and all later calls throw `closed`.
  public func close() async {
    await commitQueue.close()
  }
}

extension SQLiteLedger: QueuedLedger {
  package func order(_ id: UUID) async throws(LedgerError) -> LedgerOrder? { try await commitQueue.order(id) }

  package func orders(
    after id: UUID?, of customer: String?, limit: Int
  ) async throws(LedgerError) -> [LedgerOrder] {
    try await commitQueue.orders(after: id, of: customer, limit: limit)
  }

  package func owner(of original: UUID) async throws(LedgerError) -> ExactText? {
    try await commitQueue.owner(of: original)
  }

  package func prune(before bound: Date) async throws(LedgerError) -> LedgerPruning {
    try await commitQueue.prune(before: bound)
  }
}
