/// Until when a call goes on.
package struct LedgerDeadline: Sendable {
  /// When nothing is tried any more; nil for never.
  private let end: ContinuousClock.Instant?
  /// When what is under way is given up.
  private let limit: ContinuousClock.Instant?
  private let closing: LedgerClosing

  /// For a call that comes now.
  ///
  /// - Parameter patience: how long it goes on; nil for as long as it takes.
  package init(after patience: Duration?, closing: LedgerClosing = LedgerClosing()) {
    end = patience.map { ContinuousClock.now + $0 }
    limit = end
    self.closing = closing
  }

  /// For several calls that are made together: nothing is tried any more when the first one's time is over, so that it
  /// gets its answer and the others go on, and what is under way is given up when all of them are over.
  package init?(of deadlines: [LedgerDeadline]) {
    guard let first = deadlines.first else { return nil }
    end = deadlines.compactMap(\.end).min()
    limit = deadlines.contains { $0.limit == nil } ? nil : deadlines.compactMap(\.limit).max()
    closing = first.closing
  }

  /// Whether nothing is tried any more.
  package var isOver: Bool { closing.hasBegun || end.map { $0 <= .now } ?? false }

  /// How long what is under way may still take, not less than zero; nil for as long as it takes.
  package var remaining: Duration? { limit.map { max($0 - .now, .zero) } }

  /// What a call throws whose turn did not come.
  package var error: LedgerError {
    closing.hasBegun ? .closed : .unavailable(reason: "the database was busy or away for too long")
  }
}
