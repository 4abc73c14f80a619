import Foundation

/// Finds the login to which a URL belongs that the app was opened with.
///
/// At most one login is in a browser at a time. Its callback is taken once, and only until that login has ended.
@MainActor public final class OnsideLoginCallbacks {
  private var current: (login: OnsideBrowserLogin, onCallback: @MainActor (URL) -> Void)?

  /// Callbacks of no login.
  public init() {}

  /// Waits for the callback of a login, and no longer for that of an earlier one.
  /// - Parameter onCallback: called once, with the callback.
  public func wait(for login: OnsideBrowserLogin, _ onCallback: @escaping @MainActor (URL) -> Void) {
    current = (login, onCallback)
  }

  /// Ends the wait: a callback that comes later is not taken.
  public func stop() { current = nil }

  /// Takes the callback of the login that is in a browser.
  /// - Returns: false for any other URL, which has no effect.
  public func take(_ url: URL) -> Bool {
    guard let (login, onCallback) = current, login.answer(in: url) != nil else { return false }
    current = nil
    onCallback(url)
    return true
  }
}
