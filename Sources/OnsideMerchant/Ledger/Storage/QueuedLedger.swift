import Foundation

/// A ledger with a commit queue. SQLite and PostgreSQL share what follows from it.
package protocol QueuedLedger: OwnedLedger {
  associatedtype Storage: LedgerStorage

  var commitQueue: LedgerCommitQueue<Storage> { get }
  /// The clock that provides the time of decisions.
  var clock: @Sendable () -> Date { get }
}

extension QueuedLedger {
  private var now: LedgerTime { LedgerTime(clock()) }

  /// Runs a body that writes, with the time that decides what is due.
  private func write<Value: Sendable>(
    _ body: @escaping @Sendable (Storage, LedgerTime) throws(Storage.Failure) -> Value
  ) async throws(LedgerError) -> Value {
    let clock = clock
    return try await commitQueue.write { storage throws(Storage.Failure) in
      try body(storage, try storage.sharedTime() ?? LedgerTime(clock()))
    }
  }

  private static func rank(_ order: LedgerOrder) -> Int64 {
    order.checkAt.map { $0 == CheckSchedule.unscheduled ? .max : $0.microseconds } ?? .max
  }

  package func record(_ request: LedgerRequest) async throws(LedgerError) -> [LedgerDecision] {
    try await commitQueue.record(request)
  }

  package func ordersWithEvidence(after id: UUID?, limit: Int) async throws(LedgerError) -> [UUID] {
    try await commitQueue.read { storage throws(Storage.Failure) in
      try storage.ordersWithEvidence(after: id, limit: limit)
    }
  }

  // MARK: The sweep

  /// Records a history that the backend has from the store; see ``StoreLedger/record(fromStore:checking:)``.
  package func record(
    fromStore history: SignedHistory, checking order: UUID?
  ) async throws(LedgerError) -> [LedgerDecision] {
    try await record(try LedgerRequest(fromStore: history, checking: order, at: clock()))
  }

  /// Takes orders to check; see ``StoreLedger/takeDueChecks(of:limit:)``.
  package func takeDueChecks(of apps: Set<ExactText>, limit: Int) async throws(LedgerError) -> DueChecks {
    var damaged: [UUID] = []
    while true {
      let (taken, isLast) = try await write { storage, now throws(Storage.Failure) in
        // Read more than the limit, because some orders may need no check, such as those that makeAllChecksDue added.
        var due: [StoredOrder] = []
        for app in apps {
          due += try storage.dueChecks(of: app, at: now, orAfter: now + CheckSchedule.furthest, limit: limit + 100)
        }
        // Put the orders whose check was never scheduled last, although their time is 0.
        let orders = due.readable.sorted { Self.rank($0) < Self.rank($1) }
        let needed = orders.filter { CheckSchedule.next(of: $0, at: now) != nil }.prefix(limit).map(OrderCheck.init)
        let needless = orders.filter { CheckSchedule.next(of: $0, at: now) == nil }
        try storage.setChecks(
          needless.map { OrderCheck(orderID: $0.orderID, time: nil) }
            + needed.map { OrderCheck(orderID: $0.orderID, time: now + CheckSchedule.lease, failures: $0.failures) }
            + due.damaged.map { OrderCheck(orderID: $0, time: now + CheckSchedule.damagePause) })
        return (DueChecks(checks: needed, damaged: due.damaged), due.isEmpty)
      }
      damaged += taken.damaged
      // Stop if the task is cancelled: many orders in a row that need no check must not delay the end of the program.
      if !taken.checks.isEmpty || isLast || Task.isCancelled {
        return DueChecks(checks: taken.checks, damaged: damaged)
      }
    }
  }

  /// Schedules the next check; see ``StoreLedger/skipCheck(of:)``.
  package func skipCheck(of order: UUID) async throws(LedgerError) {
    try await write { storage, now throws(Storage.Failure) in
      guard let stored = try storage.order(order) else { return }
      try storage.setChecks([OrderCheck(orderID: order, time: CheckSchedule.next(of: stored, at: now))])
    }
  }

  /// Postpones a failed check; see ``StoreLedger/postponeCheck(_:by:)``.
  package func postponeCheck(_ check: OrderCheck, by pause: Duration) async throws(LedgerError) {
    try await write { storage, now throws(Storage.Failure) in
      // A notification may have said meanwhile that the order needs no check any more.
      guard try storage.order(check.orderID)?.checkAt != nil else { return }
      let time = now + Int64(pause / .microseconds(1))
      try storage.setChecks([OrderCheck(orderID: check.orderID, time: time, failures: check.failures + 1)])
    }
  }

  /// Undoes the taking of checks; see ``StoreLedger/returnChecks(_:)``.
  package func returnChecks(_ checks: [OrderCheck]) async throws(LedgerError) {
    guard !checks.isEmpty else { return }
    try await commitQueue.write { storage throws(Storage.Failure) in try storage.setChecks(checks) }
  }

  /// Makes all checks due; see ``StoreLedger/makeAllChecksDue(of:)``.
  package func makeAllChecksDue(of apps: Set<ExactText>) async throws(LedgerError) {
    var cursor: UUID?
    repeat {
      let first = cursor
      cursor = try await write { storage, now throws(Storage.Failure) in
        let page = try storage.orderIDs(after: first, limit: 500)
        for app in apps {
          try storage.makeChecksDue(of: app, page, at: now, ifAfter: now + CheckSchedule.lease)
        }
        return page.last
      }
    } while cursor != nil && !Task.isCancelled
  }

  /// Returns the lag of the checks; see ``StoreLedger/checkLag(of:)``.
  package func checkLag(of apps: Set<ExactText>) async throws(LedgerError) -> Duration? {
    let clock = clock
    return try await commitQueue.read { storage throws(Storage.Failure) in
      let now = try storage.sharedTime() ?? LedgerTime(clock())
      var oldest: [LedgerTime] = []
      for app in apps { if let time = try storage.oldestDueCheck(of: app, at: now) { oldest.append(time) } }
      return oldest.min().map { .microseconds(now.microseconds - $0.microseconds) }
    }
  }

  // MARK: The outbox

  /// Returns whether changes become events; see ``EventOutbox/recordsEvents()``.
  package func recordsEvents() async throws(LedgerError) -> Bool {
    try await commitQueue.read { storage throws(Storage.Failure) in try storage.recordsEvents() }
  }

  /// Sets whether changes become events; see ``EventOutbox/setRecordsEvents(_:)``.
  package func setRecordsEvents(_ isOn: Bool) async throws(LedgerError) {
    try await commitQueue.write { storage throws(Storage.Failure) in try storage.setRecordsEvents(isOn) }
  }

  /// Makes an event for each granted order; see ``EventOutbox/repeatEvents()``.
  package func repeatEvents() async throws(LedgerError) -> Int {
    let now = now
    var (cursor, count) = (UUID?.none, 0)
    while case let page = try await orders(after: cursor, of: nil, limit: 500), let last = page.last {
      let entries = page.filter { $0.grant != nil }.map { order in
        OutboxEntry(event: .random(), orderID: order.orderID, bundleID: order.statement.bundleID, createdAt: now)
      }
      if !entries.isEmpty {
        try await commitQueue.write { storage throws(Storage.Failure) in try storage.put(entries) }
      }
      (cursor, count) = (last.orderID, count + entries.count)
    }
    return count
  }

  /// Takes events to deliver; see ``EventOutbox/takeDueEvents(of:limit:)``.
  package func takeDueEvents(of apps: Set<ExactText>, limit: Int) async throws(LedgerError) -> DueEvents {
    try await write { storage, now throws(Storage.Failure) in
      var due: [OutboxEntry] = []
      for app in apps {
        due += try storage.dueEvents(of: app, at: now, orAfter: now + OutboxEntry.furthest, limit: limit)
      }
      var events: [OrderEvent] = []
      var damaged: [UUID] = []
      for var entry in due.sorted(by: { $0.createdAt < $1.createdAt }).prefix(limit) {
        entry.createdAt = min(entry.createdAt, now)
        if case .order(let order) = try storage.storedOrder(entry.orderID) {
          try storage.postpone(entry, until: now + OutboxEntry.lease)
          events.append(OrderEvent(entry, order))
        } else {
          try storage.postpone(entry, until: now + OutboxEntry.damagePause)
          damaged.append(entry.orderID)
        }
      }
      return DueEvents(events: events, damaged: damaged)
    }
  }

  /// Notes the results of deliveries; see ``EventOutbox/note(_:)``.
  package func note(
    _ deliveries: [(event: OrderEvent, result: DeliveryResult)]
  ) async throws(LedgerError) {
    // Sort by the keys, because every transaction locks rows in this order.
    let sorted = deliveries.sorted { $0.event.orderID.uuidString < $1.event.orderID.uuidString }
    guard !sorted.isEmpty else { return }
    try await write { storage, now throws(Storage.Failure) in
      for (event, result) in sorted {
        var entry = event.entry
        entry.createdAt = min(entry.createdAt, now)
        switch result {
        case .delivered: try storage.remove(entry)
        case .notSent: try storage.postpone(entry, until: now)
        case .failed(let pause):
          entry.attempts += 1
          try storage.postpone(entry, until: now + Int64(pause / .microseconds(1)))
        }
      }
    }
  }

  /// Returns how many events wait, and for how long; see ``EventOutbox/backlog(of:atMost:)``.
  package func backlog(of apps: Set<ExactText>, atMost limit: Int) async throws(LedgerError) -> OutboxBacklog {
    let clock = clock
    let (now, count, oldest) = try await commitQueue.read { storage throws(Storage.Failure) in
      let now = try storage.sharedTime() ?? LedgerTime(clock())
      var (count, oldest) = (0, LedgerTime?.none)
      for app in apps {
        let backlog = try storage.outboxBacklog(of: app, atMost: limit)
        count = min(count + backlog.count, limit)
        oldest = [oldest, backlog.oldest].compactMap(\.self).min()
      }
      return (now, count, oldest)
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
