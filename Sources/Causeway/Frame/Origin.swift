/// The origin of a document: a scheme, host and port, the origin of local files, or an opaque origin.
///
/// Origins are compared as a whole, never by prefix or suffix. ``isSameOrigin(as:)`` is false for an opaque origin
/// (`data:`, a sandboxed frame), even when compared with itself, and for ``file``, which all local files share.
public struct Origin: Hashable, Sendable {
  /// The scheme in lower case, such as `https`; empty for an opaque origin.
  public let scheme: String
  /// The host; an IPv6 address is in brackets. Empty for an opaque origin and for ``file``. The host is in lower case
  /// if it is an IPv6 address or if the scheme is `http`, `https`, `ws` or `wss`. In another scheme, `Shop` and `shop`
  /// are two hosts (URL standard, opaque hosts).
  public let host: String
  /// The port, or nil for the scheme's default.
  public let port: Int?

  /// An opaque origin. ``isSameOrigin(as:)`` is false for it.
  public static let opaque = Origin(hostless: "")

  /// The origin that WebKit reports for every document from a local file: `file://`. In a list of origins it means all
  /// local files. Two local files still do not have the same origin, as in WebKit's own checks for scripts.
  public static let file = Origin(hostless: "file")

  private init(hostless scheme: String) {
    self.scheme = scheme
    host = ""
    port = nil
  }

  /// Creates an origin from its parts, as `WKSecurityOrigin` gives them. Port 0 means the scheme's default port. An
  /// empty host, or a scheme such as `data` whose documents have opaque origins, gives an opaque origin. The scheme
  /// `file` without a host gives ``file``.
  public init(scheme: String, host: String, port: Int? = nil) {
    let scheme = scheme.lowercased()
    guard !scheme.isEmpty, !host.isEmpty, !Self.opaqueSchemes.contains(scheme) else {
      self = scheme == "file" && host.isEmpty ? .file : .opaque
      return
    }
    self.scheme = scheme
    let defaultPort = Self.defaultPort(of: scheme)
    let isAddress = host.utf8.contains(UInt8(ascii: ":"))
    let name = defaultPort != nil || isAddress ? host.lowercased() : host
    // Add the brackets of an IPv6 address, because some callers omit them.
    self.host = isAddress && !name.hasPrefix("[") ? "[\(name)]" : name
    self.port = port == 0 || port == defaultPort ? nil : port
  }

  /// Whether the origin is opaque. ``isSameOrigin(as:)`` is then always false.
  public var isOpaque: Bool { scheme.isEmpty }

  /// Returns whether both origins have the same scheme, host and port. Always false for opaque origins and for
  /// ``file``.
  public func isSameOrigin(as other: Origin) -> Bool {
    !host.isEmpty && self == other
  }

  /// The schemes whose documents never get an origin with a host, even if their URLs have one.
  private static let opaqueSchemes: Set = ["about", "blob", "data", "file", "filesystem", "javascript"]

  /// Returns the default port of a web scheme; nil for every other scheme.
  private static func defaultPort(of scheme: String) -> Int? {
    switch scheme {
    case "http", "ws": 80
    case "https", "wss": 443
    default: nil
    }
  }
}

extension Origin: CustomStringConvertible {
  /// The serialized origin, such as `https://shop.example:8443`; `file://` for local files, and `null` for an opaque
  /// origin, like `self.origin` in a page.
  public var description: String {
    guard !isOpaque else { return "null" }
    return scheme + "://" + host + (port.map { ":\($0)" } ?? "")
  }
}
