#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
/// Whether a screen is gone, and who waits for that.
@MainActor final class Departure {
  private(set) var isOver = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// The screen is gone.
  func end() {
    isOver = true
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  /// Waits until it is gone, even in a task that is cancelled.
  func wait() async {
    guard !isOver else { return }
    await withCheckedContinuation { waiters.append($0) }
  }
}
#endif
