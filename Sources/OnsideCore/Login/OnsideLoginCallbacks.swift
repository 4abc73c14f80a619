import Foundation

/// The receiver of the URLs that open the app. It finds the callback of the login that is open in a browser.
///
/// At most one login waits at a time. Its callback is taken once, and only until the login has ended.
@MainActor public final class OnsideLoginCallbacks {
  private var current: (login: OnsideBrowserLogin, onCallback: @MainActor (URL) -> Void)?

  /// Creates a receiver that waits for no login.
  public init() {}

  /// Waits for the callback of a login, and no longer for the callback of an earlier login.
  /// - Parameter onCallback: called once, with the callback.
  public func wait(for login: OnsideBrowserLogin, _ onCallback: @escaping @MainActor (URL) -> Void) {
    current = (login, onCallback)
  }

  /// Stops waiting: later callbacks are not taken.
  public func stop() { current = nil }

  /// Takes a URL if it is the callback of the login that waits.
  /// - Returns: false for any other URL; then the call has no effect.
  public func take(_ url: URL) -> Bool {
    guard let (login, onCallback) = current, login.answer(in: url) != nil else { return false }
    current = nil
    onCallback(url)
    return true
  }
}
