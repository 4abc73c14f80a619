import CausewayPrompts
import Foundation

/// The outcome of waiting until a screen may be shown.
package enum ScreenTurn {
  /// The screen may be shown. The caller must call the queue's `pass()` once.
  case taken
  /// The screen is not shown, because a page has requested too many screens, or because there is no display.
  case refused
  /// The task was cancelled before the screen's turn.
  case cancelled
}

extension PromptQueue<String> {
  /// Waits until a screen may be shown.
  ///
  /// - Parameter requestingOrigin: the origin of the page that requests the screen; nil for a request of the app.
  package func takeTurn(for requestingOrigin: String?) async -> ScreenTurn {
    do {
      // Only pages have a limit. Each request of the app counts as a new requester, so it never reaches the limit.
      return try await take(for: requestingOrigin ?? UUID().uuidString) == nil ? .refused : .taken
    } catch {
      return .cancelled
    }
  }
}
