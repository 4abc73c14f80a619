import Causeway
import CausewayPrompts
import Foundation
import OnsideCore

/// How a sign-in page ended.
enum LoginBrowserEnd: Hashable, Sendable {
  case callback(URL)
  /// The user has closed it, or the login is dismissed.
  case closed
  /// It could not be shown.
  case unavailable
}

/// Shows the sign-in page of a provider: a window on Linux, the system's web authentication on Apple's platforms.
@MainActor protocol LoginBrowser: AnyObject {
  /// Shows the page.
  ///
  /// - Parameters:
  ///   - onCallback: takes a URL of another scheme to which the page leads; false if it is no callback of this login.
  ///   - onEnd: called if the page ends without a callback.
  func open(
    _ login: OnsideBrowserLogin, onCallback: @escaping @MainActor (URL) -> Bool,
    onEnd: @escaping @MainActor (LoginBrowserEnd) -> Void)

  /// Takes it away; of no effect if it is gone.
  func close()
}

extension LoginBrowser {
  /// Shows the page, and waits for the callback: from the browser itself, or from the system that opens the app with it.
  func end(of login: OnsideBrowserLogin, by callbacks: OnsideLoginCallbacks) async -> LoginBrowserEnd {
    // A login that was dismissed meanwhile opens no browser.
    guard !Task.isCancelled else { return .closed }
    let end = OneShot<LoginBrowserEnd>()
    callbacks.wait(for: login) { end.settle(.success(.callback($0))) }
    defer {
      callbacks.stop()
      close()
    }
    open(login, onCallback: { callbacks.take($0) }, onEnd: { end.settle(.success($0)) })
    do {
      return try await end.value()
    } catch {
      return .closed  // cancelled: the login is dismissed
    }
  }
}
