import Causeway
import CausewayJSON

/// The rules of the message envelope, which all dialects share.
enum TodayContract {
  /// The protocol's name in traces and on the wire.
  static let name = "today"

  /// Reads a request. The field `type` names the capability, and unknown fields are ignored. Returns nil if the body
  /// has no `type` that is a string, because such a body is not a message.
  static func request(_ body: JSONValue?, correlation: JSONValue? = nil) -> Request? {
    guard let type = body?["type"]?.stringValue else { return nil }
    return Request(capability: type, parameters: body ?? .null, correlation: correlation)
  }

  /// The settlement of the page's promise.
  enum Settlement {
    case resolve(JSONValue?)
    case reject(String)
  }

  /// Returns how to settle the promise of a call. A frame that is not served and an unknown type get `undefined`; every
  /// other failure gets the capability's fallback. A rejection never has an empty text.
  static func settlement(_ outcome: Outcome, of name: String) -> Settlement {
    switch outcome {
    case .success(let value): return .resolve(value)
    case .failure(.refused): return .resolve(nil)
    case .failure(let failure):
      switch TodayCapability.all.first(where: { $0.name == name })?.fallback {
      case .resolve(let value): return .resolve(value)
      case .reject: return .reject(rejection(failure))
      case nil: return .resolve(nil)
      }
    }
  }

  /// Returns the failure's text for pages. If the app's error has no such text, the page gets a text that tells the
  /// user to sign in again.
  private static func rejection(_ failure: Failure) -> String {
    if case .handler(let error) = failure, !(error is any PageFacingError) {
      return TodayRefreshError.failed.pageMessage
    }
    return failure.pageMessage.isEmpty ? TodayRefreshError.failed.pageMessage : failure.pageMessage
  }
}
