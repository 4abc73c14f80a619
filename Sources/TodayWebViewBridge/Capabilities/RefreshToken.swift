import Causeway
import Foundation

extension TodayCapability {
  /// The answer is `{ authorization }`, a ready-made header value. Calls that arrive while a refresh runs share that
  /// refresh. Only this call may reject, and only if the user must sign in again. It then rejects with one readable
  /// sentence, without secrets.
  static let refreshToken = TodayCapability("refreshToken", for: .trustedMainFrame, otherwise: .reject) {
    bridge, _, _, _ in
    let token = try await bridge.refresh.token()
    // The page would regard an empty value as a fault of the host and would not ask the user to sign in again.
    guard !token.authorization.isEmpty else { throw TodayRefreshError.emptyToken }
    return ["authorization": .string(token.authorization)]
  }
}

/// The function that the capability `refreshToken` needs from the app.
@MainActor public protocol TodayRefreshTokenHost: AnyObject {
  /// Refreshes the session. Concurrent requests for a refresh share one call.
  ///
  /// Throw an error only if the user must sign in again (the session expired, was revoked, or the user signed out).
  /// After a temporary error, the app must try again itself. The bridge cancels the task after
  /// ``TodayWebViewBridge/Configuration/refreshTimeout``. Throw a `PageFacingError` to choose the text that the page
  /// receives.
  func refreshToken() async throws -> TodayToken
}

/// A token in two forms: the header value and the raw token.
public struct TodayToken: Hashable, Sendable {
  /// The ready-made header value, such as `Bearer abc`. This form reaches the page.
  public var authorization: String
  /// The raw token, which is the cookie's value. This form never reaches the page's scripts.
  public var token: String
  /// The instant at which the token expires; nil if unknown.
  public var expires: Date?

  /// Creates a token from both forms.
  public init(authorization: String, token: String, expires: Date? = nil) {
    self.authorization = authorization
    self.token = token
    self.expires = expires
  }

  /// Creates a bearer token: the header value is `Bearer` and the raw token.
  public init(bearer token: String, expires: Date? = nil) {
    self.init(authorization: "Bearer \(token)", token: token, expires: expires)
  }
}

extension TodayToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A fixed text without the token, because printed values end up in logs.
  public var description: String { "TodayToken([redacted])" }
  /// The same text as ``description``.
  public var debugDescription: String { description }
  /// A mirror without children, so that `dump` and other code that uses reflection cannot print the token.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The failures of a refresh that are not errors of the app.
enum TodayRefreshError: PageFacingError {
  case emptyToken
  case failed
  /// The refresh took longer than ``TodayWebViewBridge/Configuration/refreshTimeout``.
  case timedOut

  var code: String { "REFRESH_FAILED" }
  var pageMessage: String { "The session could not be refreshed. Sign in again." }
}
