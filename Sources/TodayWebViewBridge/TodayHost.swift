import CausewayJSON
import Foundation

/// The functions and data that an app supplies to the Today WebView Bridge.
@MainActor public protocol TodayHost: AnyObject {
  /// Receives a complete event: the page's parameters and the base fields. The bridge does not wait until the event is
  /// delivered.
  func track(_ event: TodayEvent)

  /// Returns the base fields that only the app knows. The bridge calls this method for every event.
  func baseFields() -> TodayBaseFields

  /// Returns the HTTP headers that the page adds to its own requests. Headers without a value are left out.
  func headers() async throws -> [String: String?]

  /// Refreshes the session. Concurrent requests for a refresh share one call.
  ///
  /// Throw an error only if the user must sign in again (the session expired, was revoked, or the user signed out). For
  /// temporary errors the app itself tries again, within ``TodayWebViewBridge/Configuration/refreshTimeout``; then the bridge
  /// cancels the task. Throw a `PageFacingError` to choose the text that the page gets.
  func refreshToken() async throws -> TodayToken

  /// Returns the token in use, or nil if there is none.
  func currentToken() async -> TodayToken?
}

/// A token, in the two forms in which it is used.
public struct TodayToken: Hashable, Sendable {
  /// The ready-made header value, such as `Bearer abc`. This form reaches the page.
  public var authorization: String
  /// The raw token: the cookie's value. It never reaches the page's scripts.
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

/// The base fields of an event that only the app knows.
public struct TodayBaseFields: Hashable, Sendable {
  /// `sid`: the session's identifier.
  public var session: String
  /// `uid`: the identifier of the logged-in user; nil if no user is logged in.
  public var user: String?
  /// `did`: the device's identifier.
  public var device: String
  /// `ctx`: the app's own data, a flat map of strings, numbers and booleans.
  public var context: JSONObject

  /// Creates the base fields of an event.
  public init(session: String, user: String? = nil, device: String, context: JSONObject = [:]) {
    self.session = session
    self.user = user
    self.device = device
    self.context = context
  }
}

/// An analytics event that is ready to be forwarded.
public struct TodayEvent: Hashable, Sendable {
  /// The page's `ename`.
  public var name: String
  /// The page's flat parameters and the base fields `eid`, `sid`, `ts` (milliseconds since 1970), `tz`, `uid`, `did`,
  /// `client_plat` and `ctx`. A base field replaces a parameter of the same name.
  public var properties: JSONObject

  /// Creates an event with a name and all its properties.
  public init(name: String, properties: JSONObject) {
    self.name = name
    self.properties = properties
  }
}
