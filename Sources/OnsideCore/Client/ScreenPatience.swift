/// Keeps a page from showing its user one screen of a kind after the other: after some in a row that were dismissed, those
/// that follow count as dismissed without being shown, for a while in which the user can leave the page.
@MainActor final class ScreenPatience {
  /// How many screens of a page may be dismissed in a row.
  static let limit = 3
  /// How long none of that page follows.
  static let pause = Duration.seconds(5)

  private var dismissed: [String: Int] = [:]
  private let sleep: @MainActor (Duration) async throws -> Void

  init(sleep: @escaping @MainActor (Duration) async throws -> Void) {
    self.sleep = sleep
  }

  /// Whether nothing of a page is to be shown now. The app's own screens, without an asker, always are.
  func isExhausted(by asker: String?) -> Bool {
    asker.map { dismissed[$0, default: 0] >= Self.limit } ?? false
  }

  /// Takes note of how the user answered a screen of a page.
  func note(_ asker: String?, isDismissed: Bool) {
    guard let asker else { return }
    guard isDismissed else {
      dismissed[asker] = nil
      return
    }
    dismissed[asker, default: 0] += 1
    guard dismissed[asker] == Self.limit else { return }
    Task {
      try? await sleep(Self.pause)  // nobody cancels it
      dismissed[asker] = nil
    }
  }
}
