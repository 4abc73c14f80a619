import CausewayPrompts

/// Timers that fire only when the test calls ``fire(_:)``.
@MainActor final class StepTimers {
  private final class Timer {
    let delay: Duration
    let body: @MainActor () -> Void

    init(_ delay: Duration, _ body: @escaping @MainActor () -> Void) {
      self.delay = delay
      self.body = body
    }
  }

  private struct WeakTimer {
    weak var timer: Timer?
  }

  private var timers: [WeakTimer] = []

  var start: StartTimer {
    { delay, body in
      let timer = Timer(delay, body)
      self.timers.append(WeakTimer(timer: timer))
      return timer
    }
  }

  /// Fires each running timer with this delay once.
  func fire(_ delay: Duration) {
    let due = timers.compactMap(\.timer).filter { $0.delay == delay }
    timers.removeAll { $0.timer == nil || $0.timer?.delay == delay }
    for timer in due { timer.body() }
  }

  /// Fires the timers of the approval delay, as if the user had had time to read the screen.
  func read() { fire(ApprovalDelay.length) }
}
