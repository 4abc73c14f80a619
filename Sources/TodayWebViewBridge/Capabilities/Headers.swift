import Causeway
import CausewayJSON

extension TodayWebViewBridge {
  /// `headers`: the HTTP headers that the page adds to its own requests.
  func headers() -> Capability {
    Capability("headers", policy: trusted, sensitivity: .result) { [host] _, _ in
      var headers = JSONObject()
      for (name, value) in try await host.headers().sorted(by: { $0.key < $1.key }) {
        headers[name] = value.map(JSONValue.string)
      }
      return .object(headers)
    }
  }
}
