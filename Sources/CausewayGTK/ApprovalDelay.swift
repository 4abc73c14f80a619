/// The time during which a prompt cannot be approved yet: a click that was meant for something else approves nothing.
@MainActor package final class ApprovalDelay {
  /// How long something is seen before it can be approved.
  package static let length = Duration.seconds(1)

  /// Whether it has passed since it last began.
  package private(set) var isOver = false
  /// Called when that changes.
  package var onChange: () -> Void = {}

  private let startTimer: GLibTimer.Start
  private var timer: AnyObject?

  /// - Parameter startTimer: how time passes.
  package init(startTimer: @escaping GLibTimer.Start) {
    self.startTimer = startTimer
  }

  /// Begins, or begins anew.
  package func begin() {
    isOver = false
    onChange()
    timer = startTimer(Self.length) { [weak self] in
      self?.isOver = true
      self?.onChange()
    }
  }
}
