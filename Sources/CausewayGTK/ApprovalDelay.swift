/// The delay before a prompt can be approved, so that a click that was meant for something else approves nothing.
@MainActor package final class ApprovalDelay {
  /// How long a prompt is visible before it can be approved.
  package static let length = Duration.seconds(1)

  /// Whether the delay is over since it last began.
  package private(set) var isOver = false
  /// Called when `isOver` may have changed.
  package var onChange: () -> Void = {}

  private let startTimer: GLibTimer.Start
  private var timer: AnyObject?

  /// - Parameter startTimer: starts a timer.
  package init(startTimer: @escaping GLibTimer.Start) {
    self.startTimer = startTimer
  }

  /// Begins the delay, or begins it again.
  package func begin() {
    isOver = false
    onChange()
    timer = startTimer(Self.length) { [weak self] in
      self?.isOver = true
      self?.onChange()
    }
  }
}
