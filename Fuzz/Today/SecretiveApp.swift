import CausewayJSON
import TodayWebViewBridge

/// An app whose answers contain a secret, so that a check can find where the secret goes.
@MainActor final class SecretiveApp: TodayHost {
  nonisolated static let secret = "kept-5f3a91bc"

  func track(_ event: TodayEvent) {
    expectFlat(event.properties)
  }

  func baseFields() -> TodayBaseFields { TodayBaseFields(session: "s", user: nil, device: "d") }
  func headers() -> [String: String?] { ["X-Session": Self.secret, "X-Nothing": nil] }
  func refreshToken() -> TodayToken { TodayToken(bearer: Self.secret) }
  func currentToken() -> TodayToken? { TodayToken(bearer: Self.secret) }

  /// Checks that an event has no nested values. The contract allows them only in the app's own context, `ctx`.
  private func expectFlat(_ properties: JSONObject) {
    for (name, value) in properties where name != "ctx" {
      if value.objectValue != nil || value.arrayValue != nil { fatalError("\(name) is nested in an event") }
    }
  }
}
