// NewsApp.swift
import Causeway
import TodayWebViewBridge

@MainActor final class NewsApp: TodayHost {
  func track(_ event: TodayEvent) {
    // Forward event.name and event.properties to your analytics. The bridge does not wait for this method.
  }

  func baseFields() -> TodayBaseFields {
    TodayBaseFields(session: "s-1", user: "u-1", device: "d-1", context: ["edition": "morning"])
  }

  func headers() async throws -> [String: String?] {
    ["X-App-Version": "4.2"]
  }

  func refreshToken() async throws -> TodayToken {
    TodayToken(bearer: "the new token")
  }

  func currentToken() async -> TodayToken? {
    TodayToken(bearer: "the token in use")
  }
}
