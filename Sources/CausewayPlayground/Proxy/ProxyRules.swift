import CausewayHTTP
import CausewayTransport
import Foundation

/// The changes that the proxy makes to header fields.
struct ProxyRules {
  /// The origin of the other server, such as `http://localhost:5173`.
  let origin: String
  /// The host and the port of the other server.
  let host: String
  /// Whether the other server is on this machine.
  let isLocal: Bool

  init(_ upstream: URL) {
    let name = upstream.host ?? "localhost"
    let shown = name.contains(":") ? "[\(name)]" : name
    host = shown + (upstream.port.map { ":\($0)" } ?? "")
    origin = "\(upstream.scheme ?? "http")://\(host)"
    isLocal = Loopback.contains(name) || name.hasSuffix(".localhost")
  }

  /// The fields that apply to a single connection even if the field `Connection` does not name them.
  private static let alwaysOfConnection: Set = [
    "connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]
  /// The fields of range and conditional requests, and `Accept-Encoding`. Requests for documents are forwarded without
  /// them, because the proxy needs the whole document to insert the bridges.
  private static let conditional: Set = [
    "if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "if-range", "range", "accept-encoding",
  ]

  /// Returns the names, in lower case, of the fields that apply to a single connection (RFC 9110 section 7.6.1).
  private static func ofConnection(_ fields: [HTTPField]) -> Set<String> {
    let named = fields.filter { $0.name.lowercased() == "connection" }
      .flatMap { $0.value.lowercased().split(separator: ",") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    return alwaysOfConnection.union(named)
  }

  /// Returns the header fields of the request that is sent to the other server.
  func requestFields(_ request: HTTPRequest, host own: String, isDocument: Bool) -> [HTTPField] {
    let ofConnection = Self.ofConnection(request.forwardedFields)
    let kept = request.forwardedFields.filter { field in
      let name = field.name.lowercased()
      return !ofConnection.contains(name) && !["host", "content-length", "expect"].contains(name)
        && !(isDocument && Self.conditional.contains(name))
    }
    return [HTTPField("Host", host)] + kept.map { toUpstream($0, own) }
  }

  /// Returns the head of a request that begins a WebSocket. Such a request has no body.
  func upgradeHead(_ request: HTTPRequest, host own: String) -> Data {
    var head = Data("\(request.method) \(request.target) HTTP/1.1\r\nHost: \(host)\r\n".utf8)
    for field in request.forwardedFields
    where !["host", "content-length", "transfer-encoding"].contains(field.name.lowercased()) {
      let field = toUpstream(field, own)
      head += Data("\(field.name): ".utf8) + field.bytes + Data("\r\n".utf8)
    }
    return head + Data("\r\n".utf8)
  }

  /// Replaces the playground's origin, so that the other server sees requests of its own pages.
  private func toUpstream(_ field: HTTPField, _ own: String) -> HTTPField {
    var field = field
    switch field.name.lowercased() {
    case "origin" where field.value.lowercased() == "http://\(own)": field.value = origin
    case "referer" where field.value.lowercased().hasPrefix("http://\(own)/"):
      field.value = origin + field.value.dropFirst("http://\(own)".utf8.count)
    default: break
    }
    return field
  }

  /// Returns the header fields of the response that is sent to the browser. Malformed fields are left out, because a
  /// browser ignores them too.
  func responseFields(_ fields: [HTTPField], host own: String, isDocument: Bool) -> [HTTPField] {
    let ofConnection = Self.ofConnection(fields)
    return fields.compactMap { field in
      var field = field
      let name = field.name.lowercased()
      switch name {
      case _ where ofConnection.contains(name) || !HTTPResponse.canForward(field): return nil
      // The playground writes its own values of these fields.
      case "server", "date": return nil
      // These fields apply to HTTPS, but the playground serves HTTP.
      case "strict-transport-security", "alt-svc": return nil
      // The client has undone the compression of documents.
      case "content-encoding" where isDocument: return nil
      // The server states the length itself, if it is known.
      case "content-length": return nil
      case "location", "content-location", "refresh", "access-control-allow-origin":
        // A value without the origin stays as it is, byte by byte.
        if let value = toBrowser(field.value, own) { field.value = value }
        return field
      default: return field
      }
    }
  }

  /// Replaces the other server's origin, so that redirects lead back to the playground.
  /// - Returns: nil if the value does not contain the origin.
  private func toBrowser(_ value: String, _ own: String) -> String? {
    guard let range = value.range(of: origin, options: .caseInsensitive),
      value[range.upperBound...].first.map({ "/?#;".contains($0) }) ?? true
    else { return nil }
    return value.replacingCharacters(in: range, with: "http://\(own)")
  }
}
