import Causeway
import TodayWebViewBridge

/// An app with a signed-in user, which each test adapts.
@MainActor final class TestApp: TodayHost {
  nonisolated static let currentToken = "raw-current-5f3a"
  nonisolated static let freshToken = "raw-fresh-91bc"
  nonisolated static let headerValue = "header-value-77e2"
  /// Texts that must appear only in the replies that contain them by design.
  nonisolated static let secrets = [currentToken, freshToken, headerValue]

  var events: [TodayEvent] = []
  var fields = TodayBaseFields(session: "session-1", user: "user-1", device: "device-1", context: ["build": 7])
  var refreshes = 0
  var headerWork: @MainActor () async throws -> [String: String?] = { ["X-Session": headerValue, "X-Nothing": nil] }
  var refreshWork: @MainActor () async throws -> TodayToken = { TodayToken(bearer: freshToken) }
  var tokenWork: @MainActor () async -> TodayToken? = { TodayToken(bearer: currentToken) }

  func track(_ event: TodayEvent) { events.append(event) }
  func baseFields() -> TodayBaseFields { fields }
  func headers() async throws -> [String: String?] { try await headerWork() }
  func currentToken() async -> TodayToken? { await tokenWork() }

  func refreshToken() async throws -> TodayToken {
    refreshes += 1
    return try await refreshWork()
  }
}

/// An error whose text the page must not see.
struct PrivateError: Error, CustomStringConvertible {
  var description: String { "refused for \(TestApp.currentToken)" }
}

/// An error with a message for the page.
struct SignedOut: PageFacingError {
  var code: String { "SIGNED_OUT" }
  var pageMessage: String { "You are signed out." }
}
