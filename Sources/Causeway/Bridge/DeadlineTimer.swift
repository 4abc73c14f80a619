/// One timer for all the deadlines of a bridge.
///
/// A call costs it a comparison; only when the timer fires are the open calls looked at. Deadlines that lie closer
/// together than ``tolerance`` are served by one firing.
@MainActor final class DeadlineTimer {
  /// How late a deadline may be served.
  static let tolerance: Duration = .milliseconds(10)

  private let timeline: Timeline
  /// Ends what is due now and says when to come back.
  private let fire: @MainActor (_ now: Duration) -> Duration?
  private var wake: Duration?
  private var sleeper: Task<Void, Never>?

  init(timeline: Timeline, fire: @escaping @MainActor (Duration) -> Duration?) {
    self.timeline = timeline
    self.fire = fire
  }

  deinit { sleeper?.cancel() }

  /// Makes sure that the timer fires at this time at the latest.
  func schedule(_ deadline: Duration) {
    if let wake, wake <= deadline { return }
    wake = deadline
    sleeper?.cancel()
    sleeper = Task { [weak self, timeline] in
      do {
        try await timeline.sleep(deadline)
      } catch {
        return  // cancelled: an earlier deadline took over, or the bridge is gone
      }
      self?.expire()
    }
  }

  private func expire() {
    guard !Task.isCancelled else { return }
    wake = nil
    if let next = fire(timeline.now()) {
      schedule(max(next, timeline.now() + Self.tolerance))
    }
  }
}

/// Time as a bridge sees it: how long since it was made, on a clock that tests can hold in their hand.
struct Timeline: Sendable {
  /// The time since the bridge was made.
  let now: @Sendable () -> Duration
  /// Waits until that much time has passed since the bridge was made; throws when its task is cancelled.
  let sleep: @Sendable (_ until: Duration) async throws -> Void

  init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }
}
