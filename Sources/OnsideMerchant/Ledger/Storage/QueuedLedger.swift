import Foundation

/// A ledger with a commit queue. SQLite and PostgreSQL share what follows from it.
package protocol QueuedLedger: OwnedLedger {
  associatedtype Storage: LedgerStorage

  var commitQueue: LedgerCommitQueue<Storage> { get }
  /// The clock that provides the time of decisions.
  var clock: @Sendable () -> Date { get }
  /// Whether the ledger has an outbox.
  var recordsEvents: Bool { get }
}

extension QueuedLedger {
  private var now: LedgerTime { LedgerTime(clock()) }

  private static func rank(_ order: LedgerOrder) -> Int64 {
    order.checkAt.map { $0 == CheckSchedule.unscheduled ? .max : $0.microseconds } ?? .max
  }

  package func record(_ request: LedgerRequest) async throws(LedgerError) -> [LedgerDecision] {
    var request = request
    request.recordsEvents = recordsEvents
    return try await commitQueue.record(request)
  }

  // MARK: The sweep

  /// Records a history that the backend has from the store; see ``StoreLedger/record(fromStore:)``.
  package func record(fromStore history: SignedHistory) async throws(LedgerError) -> [LedgerDecision] {
    try await record(try LedgerRequest(fromStore: history, at: clock()))
  }

  /// Takes orders to check; see ``StoreLedger/takeDueChecks(of:limit:)``.
  package func takeDueChecks(of apps: Set<ExactText>, limit: Int) async throws(LedgerError) -> [OrderCheck] {
    let now = now
    let lease = LedgerTime(microseconds: now.microseconds + CheckSchedule.lease)
    while true {
      let (taken, isLast) = try await commitQueue.write { storage throws(Storage.Failure) in
        // Read more than the limit, because an order of an earlier version may not need a check.
        var due: [LedgerOrder] = []
        for app in apps { due += try storage.dueChecks(of: app, at: now, limit: limit + 100) }
        // Those that were never scheduled have the time 0, and come last.
        due.sort { Self.rank($0) < Self.rank($1) }
        let needed = due.filter { CheckSchedule.next(of: $0, at: now) != nil }.prefix(limit).map(OrderCheck.init)
        let needless = due.filter { CheckSchedule.next(of: $0, at: now) == nil }
        try storage.setChecks(
          needless.map { OrderCheck(orderID: $0.orderID, time: nil) }
            + needed.map { OrderCheck(orderID: $0.orderID, time: lease, failures: $0.failures) })
        return (needed, due.isEmpty)
      }
      if !taken.isEmpty || isLast { return taken }
    }
  }

  /// Schedules the next check; see ``StoreLedger/skipCheck(of:)``.
  package func skipCheck(of order: UUID) async throws(LedgerError) {
    let now = now
    try await commitQueue.write { storage throws(Storage.Failure) in
      guard let stored = try storage.order(order) else { return }
      try storage.setChecks([OrderCheck(orderID: order, time: CheckSchedule.next(of: stored, at: now))])
    }
  }

  /// Postpones a failed check; see ``StoreLedger/postponeCheck(_:by:)``.
  package func postponeCheck(_ check: OrderCheck, by pause: Duration) async throws(LedgerError) {
    let time = LedgerTime(microseconds: now.microseconds + Int64(pause / .microseconds(1)))
    let next = OrderCheck(orderID: check.orderID, time: time, failures: check.failures + 1)
    try await commitQueue.write { storage throws(Storage.Failure) in
      // A notification may have said meanwhile that the order needs no check any more.
      guard try storage.order(next.orderID)?.checkAt != nil else { return }
      try storage.setChecks([next])
    }
  }

  /// Undoes the taking of checks; see ``StoreLedger/returnChecks(_:)``.
  package func returnChecks(_ checks: [OrderCheck]) async throws(LedgerError) {
    guard !checks.isEmpty else { return }
    try await commitQueue.write { storage throws(Storage.Failure) in try storage.setChecks(checks) }
  }

  /// Makes all checks due; see ``StoreLedger/makeAllChecksDue(of:)``.
  package func makeAllChecksDue(of apps: Set<ExactText>) async throws(LedgerError) {
    let now = now
    var cursor: UUID?
    while let last = try await orders(after: cursor, of: nil, limit: 500).last?.orderID {
      let first = cursor
      try await commitQueue.write { storage throws(Storage.Failure) in
        for app in apps { try storage.makeChecksDue(of: app, at: now, after: first, upTo: last) }
      }
      cursor = last
    }
  }

  /// Returns the lag of the checks; see ``StoreLedger/checkLag(of:)``.
  package func checkLag(of apps: Set<ExactText>) async throws(LedgerError) -> Duration? {
    let now = now
    let oldest = try await commitQueue.read { storage throws(Storage.Failure) in
      var oldest: [LedgerTime] = []
      for app in apps { if let time = try storage.oldestDueCheck(of: app, at: now) { oldest.append(time) } }
      return oldest.min()
    }
    return oldest.map { .microseconds(now.microseconds - $0.microseconds) }
  }

  // MARK: The outbox

  /// Takes events to deliver; see ``EventOutbox/takeDueEvents(of:limit:)``.
  package func takeDueEvents(of apps: Set<ExactText>, limit: Int) async throws(LedgerError) -> [OrderEvent] {
    let now = now
    let lease = LedgerTime(microseconds: now.microseconds + OutboxEntry.lease)
    return try await commitQueue.write { storage throws(Storage.Failure) in
      var due: [(entry: OutboxEntry, order: LedgerOrder)] = []
      for app in apps { due += try storage.dueEvents(of: app, at: now, limit: limit) }
      due = Array(due.sorted { $0.entry.createdAt < $1.entry.createdAt }.prefix(limit))
      for event in due { try storage.postpone(event.entry, until: lease) }
      return due.map { OrderEvent($0.entry, $0.order) }
    }
  }

  /// Removes a delivered event; see ``EventOutbox/remove(_:)``.
  package func remove(_ event: OrderEvent) async throws(LedgerError) {
    let entry = event.entry
    try await commitQueue.write { storage throws(Storage.Failure) in try storage.remove(entry) }
  }

  /// Postpones an event; see ``EventOutbox/postpone(_:by:)``.
  package func postpone(_ event: OrderEvent, by pause: Duration) async throws(LedgerError) {
    var entry = event.entry
    entry.attempts += 1
    let time = LedgerTime(microseconds: now.microseconds + Int64(pause / .microseconds(1)))
    try await commitQueue.write { [entry] storage throws(Storage.Failure) in try storage.postpone(entry, until: time) }
  }

  /// Returns what waits; see ``EventOutbox/backlog(of:atMost:)``.
  package func backlog(of apps: Set<ExactText>, atMost limit: Int) async throws(LedgerError) -> OutboxBacklog {
    let now = now
    let (count, oldest) = try await commitQueue.read { storage throws(Storage.Failure) in
      var (count, oldest) = (0, LedgerTime?.none)
      for app in apps {
        let backlog = try storage.outboxBacklog(of: app, atMost: limit)
        count = min(count + backlog.count, limit)
        oldest = [oldest, backlog.oldest].compactMap(\.self).min()
      }
      return (count, oldest)
    }
    return OutboxBacklog(
      count: count, age: oldest.map { .microseconds(max(0, now.microseconds - $0.microseconds)) })
  }
}

extension LedgerCommitQueue {
  /// Runs a body that writes, in a transaction of its own.
  package func write<Value: Sendable>(
    _ body: @escaping @Sendable (Storage) throws(Storage.Failure) -> Value
  ) async throws(LedgerError) -> Value {
    try await work { storage, deadline throws(Storage.Failure) in
      try storage.transaction(until: deadline) { () throws(Storage.Failure) in try body(storage) }
    }
  }
}
