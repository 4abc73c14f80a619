/// The limit for screens that a page shows repeatedly. After several dismissals in a row, the page's next screens count
/// as dismissed without being shown. This lasts for a few seconds, so that the user can leave the page.
@MainActor final class DismissalLimit {
  /// The number of dismissals in a row that reaches the limit.
  static let limit = 3
  /// The time, after a page has reached the limit, during which no screen of that page is shown.
  static let pause = Duration.seconds(5)

  private var dismissed: [String: Int] = [:]
  private let clock: any Clock<Duration>

  init(clock: any Clock<Duration>) {
    self.clock = clock
  }

  /// Returns whether a page's screens currently count as dismissed. The app's own screens (`requestingOrigin` is nil)
  /// are always shown.
  func isExhausted(by requestingOrigin: String?) -> Bool {
    requestingOrigin.map { dismissed[$0, default: 0] >= Self.limit } ?? false
  }

  /// Records how the user answered a screen of a page.
  func note(_ requestingOrigin: String?, isDismissed: Bool) {
    guard let requestingOrigin else { return }
    guard isDismissed else {
      dismissed[requestingOrigin] = nil
      return
    }
    dismissed[requestingOrigin, default: 0] += 1
    guard dismissed[requestingOrigin] == Self.limit else { return }
    Task {
      try? await clock.sleep(for: Self.pause)  // this task is never cancelled
      dismissed[requestingOrigin] = nil
    }
  }
}
