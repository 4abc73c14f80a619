import Causeway
import Combine
import TodayWebViewBridge

/// The app's side of the Today WebView Bridge. Your app would use its own session and analytics here.
@MainActor final class NewsApp: ObservableObject, TodayHost {
  /// The name of the last event that the page reported.
  @Published private(set) var lastEvent: String?
  private var refreshes = 0

  func track(_ event: TodayEvent) {
    lastEvent = event.name
  }

  func baseFields() -> TodayBaseFields {
    TodayBaseFields(session: "s-1", user: "u-1", device: "d-1", context: ["edition": "morning"])
  }

  func headers() async throws -> [String: String?] {
    ["X-App-Version": "1.0"]
  }

  func refreshToken() async throws -> TodayToken {
    refreshes += 1
    return token
  }

  func currentToken() async -> TodayToken? { token }

  private var token: TodayToken { TodayToken(bearer: "made-up-\(refreshes)") }
}
