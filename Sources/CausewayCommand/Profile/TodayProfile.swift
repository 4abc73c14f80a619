import Causeway
import Foundation
import TodayWebViewBridge

/// The profile's part for the Today WebView Bridge.
struct TodayProfile {
  /// How a refresh ends.
  enum Refresh: String, CaseIterable {
    case succeed
    case fail
  }

  /// What `headers` answers.
  var headers = ["X-Today-Client": "causeway"]
  /// The header value in use before a refresh.
  var authorization = "Bearer t1"
  /// The header value that a refresh gives.
  var refreshedAuthorization = "Bearer t2"
  /// How a refresh ends.
  var refresh = Refresh.succeed
  /// The origins that may have tokens; nil for the page's own.
  var trustedOrigins: Set<Origin>?
  /// Whether each refresh gives a token of its own: the refreshed one with a number. Not a key of the file.
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

/// The app's side of the Today WebView Bridge as a profile describes it.
@MainActor final class SimulatedTodayHost: TodayHost {
  private let profile: TodayProfile
  private var refreshes = 0
  private let session = UUID().uuidString.lowercased()

  init(_ profile: TodayProfile) {
    self.profile = profile
  }

  // What arrives can be seen in the trace; there is no analytics service to forward it to.
  func track(_ event: TodayEvent) {}

  func baseFields() -> TodayBaseFields {
    TodayBaseFields(session: session, user: "u1", device: "causeway", context: ["simulated": true])
  }

  func headers() -> [String: String?] { profile.headers }

  func refreshToken() async throws -> TodayToken {
    guard profile.refresh == .succeed else { throw SimulatedRefreshFailure() }
    refreshes += 1
    return token(refreshed)
  }

  func currentToken() -> TodayToken? {
    token(refreshes > 0 ? refreshed : profile.authorization)
  }

  private var refreshed: String {
    profile.refreshedAuthorization + (profile.numbersTokens ? "-\(refreshes)" : "")
  }

  /// The header value and, behind its scheme, the raw token.
  private func token(_ authorization: String) -> TodayToken {
    let token = authorization.split(separator: " ", maxSplits: 1).last.map(String.init) ?? authorization
    return TodayToken(authorization: authorization, token: token)
  }
}

/// The profile says `"refresh": "fail"`.
struct SimulatedRefreshFailure: PageFacingError {
  var code: String { "SIGN_IN_REQUIRED" }
  var pageMessage: String { "The session has ended. Sign in again." }
}
