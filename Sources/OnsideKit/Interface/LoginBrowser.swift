import Causeway
import Foundation
import OnsideCore

/// Shows the sign-in page of a provider: a window on Linux, the system's web authentication on Apple's platforms.
@MainActor protocol LoginBrowser: AnyObject {
  /// Shows the page.
  ///
  /// - Parameters:
  ///   - onCallback: takes a URL of another scheme to which the page leads; false if it is no callback of this login.
  ///   - onClose: called if the user closes the browser, or if it cannot be shown.
  func open(
    _ login: OnsideBrowserLogin, onCallback: @escaping @MainActor (URL) -> Bool,
    onClose: @escaping @MainActor () -> Void)

  /// Takes it away; of no effect if it is gone.
  func close()
}

extension LoginBrowser {
  /// Shows the page, and waits for the callback: from the browser itself, or from the system that opens the app with it.
  ///
  /// - Returns: nil if the user has closed the browser, or if the task is cancelled.
  func callback(of login: OnsideBrowserLogin, by callbacks: OnsideLoginCallbacks) async -> URL? {
    // A login that was dismissed meanwhile opens no browser.
    guard !Task.isCancelled else { return nil }
    let end = Settlement<URL?>()
    callbacks.wait(for: login) { end.settle(.success($0)) }
    defer {
      callbacks.stop()
      close()
    }
    open(login, onCallback: { callbacks.take($0) }, onClose: { end.settle(.success(nil)) })
    do {
      return try await end.value()
    } catch {
      return nil  // cancelled: the login is dismissed
    }
  }
}
