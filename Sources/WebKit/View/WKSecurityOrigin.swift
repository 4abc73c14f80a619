/// A scheme, a host and a port.
///
/// All are empty for an opaque origin, which equals no other: that of a sandboxed frame, or of a `data:` URL.
@preconcurrency @MainActor
open class WKSecurityOrigin: NSObject {
  /// The scheme, such as `https`.
  open private(set) var `protocol`: String
  /// The host as the engine writes it: escapes and `xn--` names stay, an IPv6 address is in brackets.
  open private(set) var host: String
  /// The port; 0 for the scheme's default.
  open private(set) var port: Int

  /// Reads what a document's `self.origin` says: `scheme://host[:port]`, or `null` for an opaque origin.
  ///
  /// It takes the text apart and changes nothing in it. Foundation's URL types would undo escapes and `xn--` names, and so
  /// make one origin of two.
  init(serialized: String) {
    let parts = Self.parts(of: serialized)
    `protocol` = parts?.scheme ?? ""
    host = parts?.host ?? ""
    port = parts?.port ?? 0
  }

  /// Whether another one is the same; an opaque origin is not known to be.
  func isSame(as other: WKSecurityOrigin) -> Bool {
    !`protocol`.isEmpty && `protocol` == other.protocol && host == other.host && port == other.port
  }

  /// The parts of a serialized origin; nil for `null`, and for what no engine writes.
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
    // Port 0 would look like the default port.
    guard let port = UInt16(digits), port > 0, String(port) == digits else { return nil }
    return (String(scheme), String(authority[..<separator]), Int(port))
  }
}
