/// The deadline of a call to the ledger.
package struct LedgerDeadline: Sendable {
  /// The instant after which no new attempt begins; nil for never.
  private let end: ContinuousClock.Instant?
  /// The instant at which a running attempt is aborted; nil for never.
  private let limit: ContinuousClock.Instant?
  private let shutdown: LedgerShutdown

  /// Creates the deadline of a call that begins now.
  ///
  /// - Parameter timeout: The timeout; nil for none.
  package init(after timeout: Duration?, shutdown: LedgerShutdown = LedgerShutdown()) {
    end = timeout.map { ContinuousClock.now + $0 }
    limit = end
    self.shutdown = shutdown
  }

  /// Creates the deadline of several calls that run together; nil if there are none. No new attempt begins after the
  /// earliest deadline, so that the call with that deadline gets its answer and the other calls continue without it. A
  /// running attempt is aborted at the latest deadline.
  package init?(of deadlines: [LedgerDeadline]) {
    guard let first = deadlines.first else { return nil }
    end = deadlines.compactMap(\.end).min()
    limit = deadlines.contains { $0.limit == nil } ? nil : deadlines.compactMap(\.limit).max()
    shutdown = first.shutdown
  }

  /// Whether no new attempt may begin.
  package var isOver: Bool { shutdown.hasBegun || end.map { $0 <= .now } ?? false }

  /// The time that a running attempt may still take, at least zero; nil for no timeout.
  package var remaining: Duration? { limit.map { max($0 - .now, .zero) } }

  /// The error for a call that did not run before its deadline.
  package var error: LedgerError {
    shutdown.hasBegun ? .closed : .unavailable(reason: "the database was busy or unreachable for too long")
  }
}
