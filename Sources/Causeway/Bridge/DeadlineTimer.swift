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
