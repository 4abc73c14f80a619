/// The origin of a document: scheme, host and port, that of local files, or opaque.
///
/// Two origins are compared whole, never by prefix or suffix. An opaque origin (`data:`, a sandboxed frame) is nobody's:
/// ``isSameOrigin(as:)`` is false for it, even against itself. So it is for ``file``, which all local files have.
public struct Origin: Hashable, Sendable {
  /// The scheme in lower case, such as `https`; empty for an opaque origin.
  public let scheme: String
  /// The host, an IPv6 address in brackets; empty for an opaque origin, and for ``file``. It is in lower case under the
  /// schemes of the web; in another scheme `Shop` and `shop` are two hosts (URL standard, opaque hosts).
  public let host: String
  /// The port, or nil for the scheme's default.
  public let port: Int?

  /// An origin that equals no other for the purpose of trust.
  public static let opaque = Origin(hostless: "")

  /// The origin that WebKit reports for every document from a local file: `file://`. It can be named in a list of
  /// origins, and then means all files; two files are strangers all the same, as they are to scripts.
  public static let file = Origin(hostless: "file")

  private init(hostless scheme: String) {
    self.scheme = scheme
    host = ""
    port = nil
  }

  /// An origin from its parts, as `WKSecurityOrigin` gives them: port 0 and the scheme's default port are the same,
  /// and an empty host, or a scheme whose documents share their origin with nobody, makes an opaque origin. The scheme
  /// `file` without a host makes ``file``.
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
    // Some give an IPv6 address without its brackets.
    self.host = isAddress && !name.hasPrefix("[") ? "[\(name)]" : name
    self.port = port == 0 || port == defaultPort ? nil : port
  }

  /// Whether nothing else can have this origin.
  public var isOpaque: Bool { scheme.isEmpty }

  /// Whether both are the same scheme, host and port: never of opaque origins, nor of ``file``.
  public func isSameOrigin(as other: Origin) -> Bool {
    !host.isEmpty && self == other
  }

  /// The schemes whose URLs have no origin of their own, whatever stands where others have a host.
  private static let opaqueSchemes: Set = ["about", "blob", "data", "file", "filesystem", "javascript"]

  /// The port that goes without saying; nil for a scheme that is not the web's.
  private static func defaultPort(of scheme: String) -> Int? {
    switch scheme {
    case "http", "ws": 80
    case "https", "wss": 443
    default: nil
    }
  }
}

extension Origin: CustomStringConvertible {
  /// The serialised origin, such as `https://shop.example:8443`; `file://` for files, and `null` for an opaque one, as
  /// `self.origin` in a page.
  public var description: String {
    guard !isOpaque else { return "null" }
    return scheme + "://" + host + (port.map { ":\($0)" } ?? "")
  }
}
