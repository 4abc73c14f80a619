import Causeway
import CausewayJSON

extension TodayCapability {
  /// The answer is an object whose values are strings, or `{}` if there are no headers. The call never rejects.
  static let headers = TodayCapability("headers", for: .trustedMainFrame, otherwise: .resolve([:])) { bridge, _, _, _ in
    var headers = JSONObject()
    for (name, value) in try await bridge.host.headers().sorted(by: { $0.key < $1.key }) {
      headers[name] = value.map(JSONValue.string)
    }
    return .object(headers)
  }
}

/// The function that the capability `headers` needs from the app.
@MainActor public protocol TodayHeadersHost: AnyObject {
  /// Returns the HTTP headers that the page adds to its own requests. Headers without a value are left out.
  func headers() async throws -> [String: String?]
}
