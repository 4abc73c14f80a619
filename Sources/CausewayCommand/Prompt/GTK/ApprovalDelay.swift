#if os(Linux)
/// The time during which a prompt cannot be approved yet: a click that was meant for something else approves nothing.
@MainActor final class ApprovalDelay {
  /// Whether it has passed since it last began.
  private(set) var isOver = false
  /// Called when that changes.
  var onChange: () -> Void = {}

  private let startTimer: WindowPrompter.StartTimer
  private var timer: AnyObject?

  init(startTimer: @escaping WindowPrompter.StartTimer) {
    self.startTimer = startTimer
  }

  /// Begins, or begins anew.
  func begin() {
    isOver = false
    onChange()
    timer = startTimer(WindowPrompter.approvalDelay) { [weak self] in
      self?.isOver = true
      self?.onChange()
    }
  }
}
#endif
