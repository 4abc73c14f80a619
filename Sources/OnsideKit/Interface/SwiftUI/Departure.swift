#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
/// The end of a screen, with the tasks that wait for it.
@MainActor final class Departure {
  private(set) var isOver = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// Notes that the screen is gone, and resumes the tasks that wait for that.
  func end() {
    isOver = true
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  /// Waits until the screen is gone, even if the task is cancelled.
  func wait() async {
    guard !isOver else { return }
    await withCheckedContinuation { waiters.append($0) }
  }
}
#endif
