import CausewayPrompts

/// Timers that fire when a test calls ``fire()``.
@MainActor package final class HandTimers {
  private final class Timer {
    let delay: Duration
    let body: @MainActor () -> Void
    init(_ delay: Duration, _ body: @escaping @MainActor () -> Void) {
      self.delay = delay
      self.body = body
    }
  }
  private weak var last: Timer?

  package init() {}

  package var start: StartTimer {
    { delay, body in
      let timer = Timer(delay, body)
      self.last = timer
      return timer
    }
  }

  /// The delay of the latest timer; nil if there is none.
  package var delay: Duration? { last?.delay }

  /// Fires the latest timer.
  package func fire() { last?.body() }
}
