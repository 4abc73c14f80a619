/// A function that starts a timer. The timer calls a closure once after a delay, unless the returned object is released
/// earlier.
package typealias StartTimer = @MainActor (Duration, @escaping @MainActor () -> Void) -> AnyObject

/// The delay before a prompt can be approved. Without it, a click or a key that was meant for something else could approve
/// the prompt.
///
/// Every prompt has one, on every surface: GTK's windows, SwiftUI's sheets and the inspector's sheets. The surface calls
/// ``begin()`` when the user first sees the prompt, and again when the user returns to it.
@MainActor package final class ApprovalDelay {
  /// The time for which a prompt must be visible before the user can approve it.
  package static let length = Duration.seconds(1)

  /// Whether the latest delay has ended.
  package private(set) var isOver = false
  /// Called when `isOver` may have changed.
  package var onChange: @MainActor () -> Void = {}

  private let startTimer: StartTimer
  private var timer: AnyObject?

  /// - Parameter startTimer: the function that starts the timer of a delay.
  package init(startTimer: @escaping StartTimer) {
    self.startTimer = startTimer
  }

  /// Begins the delay, or begins it again, because the user sees the prompt now.
  package func begin() {
    isOver = false
    onChange()
    timer = startTimer(Self.length) { [weak self] in
      self?.isOver = true
      self?.onChange()
    }
  }

  /// Begins the delay again, because the content of the prompt has changed. Has no effect before the user has seen the
  /// prompt.
  package func beginAgain() {
    if timer != nil { begin() }
  }
}
