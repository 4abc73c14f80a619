import Causeway
import CausewayJSON

/// The rules of the envelope that both surfaces share.
enum TodayContract {
  /// The name in traces and on the wire.
  static let name = "today"

  /// `type` alone says what is asked; unknown fields are ignored. A body that is no message has no `type`.
  static func request(_ body: JSONValue?, correlation: JSONValue? = nil) -> Request? {
    guard let type = body?["type"]?.stringValue else { return nil }
    return Request(capability: type, parameters: body ?? .null, correlation: correlation)
  }

  /// What the page gets.
  enum Settlement {
    case resolve(JSONValue?)
    case reject(String)
  }

  /// Every failure has its quiet answer; only `refreshToken` rejects, and never with an empty text.
  static func settlement(_ outcome: Outcome, of capability: String) -> Settlement {
    switch (outcome, capability) {
    case (.success(let value), _): .resolve(value)
    case (.failure(.refused), _): .resolve(nil)
    case (.failure, "headers"): .resolve([:])
    case (.failure, "establishSession"): .resolve(["ok": false])
    case (.failure(let failure), "refreshToken"): .reject(rejection(failure))
    case (.failure, _): .resolve(nil)
    }
  }

  /// The app's own sentence if it has one for pages, else one that says what to do.
  private static func rejection(_ failure: Failure) -> String {
    if case .handler(let error) = failure, !(error is any PageFacingError) {
      return TodayRefreshError.failed.pageMessage
    }
    return failure.pageMessage.isEmpty ? TodayRefreshError.failed.pageMessage : failure.pageMessage
  }
}
