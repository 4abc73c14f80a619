/// A single timer for all deadlines of a bridge.
///
/// Scheduling a deadline usually costs one comparison; the open calls are searched only when the timer fires. Deadlines
/// that are less than ``tolerance`` apart share one firing.
@MainActor final class DeadlineTimer {
  /// The accepted delay between a deadline and its handling.
  static let tolerance: Duration = .milliseconds(10)

  private let timeline: Timeline
  /// A function that ends the calls that are due and returns the next deadline; nil if there is none.
  private let fire: @MainActor (_ now: Duration) -> Duration?
  private var wake: Duration?
  private var sleeper: Task<Void, Never>?

  init(timeline: Timeline, fire: @escaping @MainActor (Duration) -> Duration?) {
    self.timeline = timeline
    self.fire = fire
  }

  deinit { sleeper?.cancel() }

  /// Ensures that the timer fires at this time or earlier.
  func schedule(_ deadline: Duration) {
    if let wake, wake <= deadline { return }
    wake = deadline
    sleeper?.cancel()
    sleeper = Task { [weak self, timeline] in
      do {
        try await timeline.sleep(deadline)
      } catch {
        return  // cancelled: there is an earlier deadline, or the bridge was released
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

/// A bridge's time, measured from its creation on a clock that tests can replace.
struct Timeline: Sendable {
  /// A function that returns the time since the bridge was created.
  let now: @Sendable () -> Duration
  /// A function that waits until this much time has passed since the bridge was created, and throws when its task is
  /// cancelled.
  let sleep: @Sendable (_ until: Duration) async throws -> Void

  init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }
}
