import Causeway
import CausewayJSON
import Foundation
import TodayWebViewBridge

/// The profile's part for the Today WebView Bridge.
struct TodayProfile {
  /// The result of a refresh.
  enum Refresh: String, CaseIterable {
    case succeed
    case fail
  }

  /// The answer to `headers`.
  var headers = ["X-Today-Client": "causeway"]
  /// The header value before the first refresh.
  var authorization = "Bearer t1"
  /// The header value after a refresh.
  var refreshedAuthorization = "Bearer t2"
  /// The result of a refresh.
  var refresh = Refresh.succeed
  /// The origins that may have tokens; nil for the origins of `--allow` or, without that option, for the page's own
  /// origin.
  var trustedOrigins: Set<Origin>?
  /// Whether each refresh gives a different token: ``refreshedAuthorization``, followed by `-` and a number. Only the
  /// conformance suite needs this, so the profile file has no key for it.
  var numbersTokens = false

  init() {}

  init(_ reader: inout ProfileReader) throws {
    headers = try reader.stringMap("headers") ?? headers
    authorization = try reader.string("authorization") ?? authorization
    refreshedAuthorization = try reader.string("refreshedAuthorization") ?? refreshedAuthorization
    refresh = try reader.choice("refresh", Refresh.self) ?? refresh
    trustedOrigins = try reader.origins("trustedOrigins")
  }
}

/// A simulated app for the Today WebView Bridge, which answers as the profile says.
@MainActor final class SimulatedTodayHost: TodayHost {
  /// A tracked event.
  struct Tracked {
    let number: Int
    let name: String
    let properties: JSONObject
  }

  /// The maximum number of events that are kept.
  private static let maximumEvents = 100

  private var profile: TodayProfile
  private(set) var refreshes = 0
  /// Whether a refresh fails.
  var hasEnded: Bool
  /// The latest tracked events, oldest first.
  private(set) var events: [Tracked] = []
  private var tracked = 0
  private let session = UUID().uuidString.lowercased()

  init(_ profile: TodayProfile) {
    self.profile = profile
    hasEnded = profile.refresh == .fail
  }

  /// Answers as another profile says from now on.
  func apply(_ profile: TodayProfile) {
    self.profile = profile
    hasEnded = profile.refresh == .fail
  }

  /// Keeps the event for the inspector. There is no analytics service.
  func track(_ event: TodayEvent) {
    tracked += 1
    events.append(Tracked(number: tracked, name: event.name, properties: event.properties))
    if events.count > Self.maximumEvents { events.removeFirst() }
  }

  /// The header value in use, without its secret part.
  var shownAuthorization: String {
    let authorization = refreshes > 0 ? refreshed : profile.authorization
    let words = authorization.split(separator: " ", maxSplits: 1)
    return (words.count == 2 ? "\(words[0]) " : "") + "[redacted]"
  }

  func baseFields() -> TodayBaseFields {
    TodayBaseFields(session: session, user: "u1", device: "causeway", context: ["simulated": true])
  }

  func headers() -> [String: String?] { profile.headers }

  func refreshToken() async throws -> TodayToken {
    guard !hasEnded else { throw SimulatedRefreshFailure() }
    refreshes += 1
    return token(refreshed)
  }

  func currentToken() -> TodayToken? {
    token(refreshes > 0 ? refreshed : profile.authorization)
  }

  private var refreshed: String {
    profile.refreshedAuthorization + (profile.numbersTokens ? "-\(refreshes)" : "")
  }

  /// Makes a token from a header value. The raw token is the part after the scheme.
  private func token(_ authorization: String) -> TodayToken {
    let token = authorization.split(separator: " ", maxSplits: 1).last.map(String.init) ?? authorization
    return TodayToken(authorization: authorization, token: token)
  }
}

/// The error of a refresh if the profile has `"refresh": "fail"`.
struct SimulatedRefreshFailure: PageFacingError {
  var code: String { "SIGN_IN_REQUIRED" }
  var pageMessage: String { "The session has ended. Sign in again." }
}
