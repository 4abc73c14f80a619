import Causeway
import CausewayJSON
import Foundation

/// What an app supplies to the Today WebView Bridge.
@MainActor public protocol TodayHost: AnyObject {
  /// Takes an event that is complete: the page's parameters and the base fields. Nothing waits for its delivery.
  func track(_ event: TodayEvent)

  /// The base fields that only the app knows, asked for anew for each event.
  func baseFields() -> TodayBaseFields

  /// The headers that the page puts on its own requests; an entry without a value is left out.
  func headers() async throws -> [String: String?]

  /// Refreshes the session. Called once for all who wait.
  ///
  /// Throws only when the user has to sign in again (the session has expired, was revoked, or the user signed out). The app
  /// itself retries failures that may pass, within ``TodayWebViewBridge/Configuration/refreshTimeout``, at which the task
  /// is cancelled. Throw a `PageFacingError` to choose the sentence that the page reads.
  func refreshToken() async throws -> TodayToken

  /// The token in use, or nil if there is none.
  func currentToken() async -> TodayToken?
}

/// A token, in the two forms in which it is used.
public struct TodayToken: Hashable, Sendable {
  /// The ready-made header value, such as `Bearer abc`. This form reaches the page.
  public var authorization: String
  /// The raw token: the cookie's value. It never reaches the page's scripts.
  public var token: String
  /// When it ends, if that is known.
  public var expires: Date?

  /// A token in both forms.
  public init(authorization: String, token: String, expires: Date? = nil) {
    self.authorization = authorization
    self.token = token
    self.expires = expires
  }

  /// A bearer token.
  public init(bearer token: String, expires: Date? = nil) {
    self.init(authorization: "Bearer \(token)", token: token, expires: expires)
  }
}

extension TodayToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Not the token: what is printed ends up in logs.
  public var description: String { "TodayToken([redacted])" }
  /// The same.
  public var debugDescription: String { description }
  /// Nothing either, for `dump` and for what prints by reflection.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The base fields of an event that only the app knows.
public struct TodayBaseFields: Hashable, Sendable {
  /// `sid`: the session.
  public var session: String
  /// `uid`: the user, if somebody is signed in.
  public var user: String?
  /// `did`: the device.
  public var device: String
  /// `ctx`: the app's own data, a flat map of strings, numbers and booleans.
  public var context: JSONObject

  /// Base fields of an event.
  public init(session: String, user: String? = nil, device: String, context: JSONObject = [:]) {
    self.session = session
    self.user = user
    self.device = device
    self.context = context
  }
}

/// An analytics event, ready to be forwarded.
public struct TodayEvent: Hashable, Sendable {
  /// The page's `ename`.
  public var name: String
  /// The page's flat parameters and the base fields `eid`, `sid`, `ts` (milliseconds since 1970), `tz`, `uid`, `did`,
  /// `client_plat` and `ctx`, which win over parameters of the same name.
  public var properties: JSONObject

  /// An event.
  public init(name: String, properties: JSONObject) {
    self.name = name
    self.properties = properties
  }
}
