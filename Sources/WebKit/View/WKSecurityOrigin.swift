/// The origin of a document: a scheme, a host and a port.
///
/// All parts are empty for an opaque origin, such as that of a sandboxed frame or of a `data:` URL. An opaque origin
/// equals no other origin.
@preconcurrency @MainActor
open class WKSecurityOrigin: NSObject {
  /// The scheme, such as `https`.
  open private(set) var `protocol`: String
  /// The host in the engine's spelling: percent-encoding and `xn--` names are kept, and an IPv6 address is in brackets.
  open private(set) var host: String
  /// The port; 0 for the scheme's default.
  open private(set) var port: Int

  /// Parses the text of a document's `self.origin`: `scheme://host[:port]`, or `null` for an opaque origin.
  ///
  /// The parts are kept exactly as written. Foundation's URL types would decode percent-encoding and `xn--` names, and
  /// so turn two origins into one.
  init(serialized: String) {
    let parts = Self.parts(of: serialized)
    `protocol` = parts?.scheme ?? ""
    host = parts?.host ?? ""
    port = parts?.port ?? 0
  }

  /// Returns whether both origins are the same; false for opaque origins, which cannot be compared.
  func isSame(as other: WKSecurityOrigin) -> Bool {
    !`protocol`.isEmpty && `protocol` == other.protocol && host == other.host && port == other.port
  }

  /// Returns the parts of a serialized origin; nil for `null`, and for any other text that is not an origin.
  private static func parts(of text: String) -> (scheme: String, host: String, port: Int)? {
    let utf8 = text.utf8
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")), utf8[colon...].starts(with: "://".utf8)
    else { return nil }
    let scheme = text[..<colon]
    guard !scheme.isEmpty else { return nil }
    let authority = text[utf8.index(colon, offsetBy: 3)...]
    guard let separator = authority.utf8.lastIndex(of: UInt8(ascii: ":")), authority.utf8.last != UInt8(ascii: "]")
    else { return (String(scheme), String(authority), 0) }
    let digits = authority[authority.utf8.index(after: separator)...]
    // Port 0 would be confused with the default port.
    guard let port = UInt16(digits), port > 0, String(port) == digits else { return nil }
    return (String(scheme), String(authority[..<separator]), Int(port))
  }
}
