import CausewayPrompts
import Foundation
import OnsideCore

/// The outcome of a sign-in page.
package enum LoginBrowserEnd: Hashable, Sendable {
  case callback(URL)
  /// The user has closed the page, or the login was dismissed.
  case closed
  /// The page could not be shown.
  case unavailable
}

/// A browser for the sign-in page of a provider: a window on Linux, the system's web authentication on Apple's
/// platforms.
@MainActor package protocol LoginBrowser: AnyObject {
  /// Shows the page.
  ///
  /// - Parameters:
  ///   - onCallback: called with the URL when the page navigates to a scheme that is not a browser's. Returns false if
  ///     the URL is not the callback of this login.
  ///   - onEnd: called if the page ends without a callback.
  func open(
    _ login: OnsideBrowserLogin, onCallback: @escaping @MainActor (URL) -> Bool,
    onEnd: @escaping @MainActor (LoginBrowserEnd) -> Void)

  /// Closes the page. Has no effect if the page is closed already.
  func close()
}

extension LoginBrowser {
  /// Shows the page and waits for its end. The callback comes from the browser, or from the system when the callback
  /// opens the app.
  func end(of login: OnsideBrowserLogin, by callbacks: OnsideLoginCallbacks) async -> LoginBrowserEnd {
    // Open no browser if the login was dismissed in the meantime.
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
