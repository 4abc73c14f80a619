/// A scheme, a host and a port.
///
/// All are empty for an opaque origin, which equals no other: that of a sandboxed frame, or of a `data:` URL.
@preconcurrency @MainActor
open class WKSecurityOrigin: NSObject {
  /// The scheme, such as `https`.
  open private(set) var `protocol`: String
  /// The host.
  open private(set) var host: String
  /// The port; 0 for the scheme's default.
  open private(set) var port: Int

  /// Reads what a document's `self.origin` says: `scheme://host[:port]`, or `null` for an opaque origin.
  init(serialized: String) {
    let parts = serialized == "null" ? nil : URLComponents(string: serialized)
    `protocol` = parts?.scheme ?? ""
    host = parts?.host ?? ""
    port = parts?.port ?? 0
  }

  /// Whether another one is the same; an opaque origin is not known to be.
  func isSame(as other: WKSecurityOrigin) -> Bool {
    !`protocol`.isEmpty && `protocol` == other.protocol && host == other.host && port == other.port
  }
}
