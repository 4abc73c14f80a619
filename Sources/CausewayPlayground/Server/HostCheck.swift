/// The hosts under which browsers may reach the server.
///
/// Pages have the host `localhost` or a subdomain of it, and the inspector has 127.0.0.1 or [::1]. The two therefore
/// have different origins, and no page can press the inspector's buttons.
struct HostCheck: Hashable, Sendable {
  /// The server's port.
  var port: UInt16

  /// The purpose of a host.
  enum Purpose: Hashable {
    case pages
    case inspector
  }

  /// The host and the port of pages.
  var pageHost: String { "localhost:\(port)" }
  /// The host and the port of the inspector.
  var inspectorHost: String { "127.0.0.1:\(port)" }

  /// Returns the purpose of a host; nil for any other host. The check prevents DNS rebinding, in which a site lets its
  /// own name resolve to the server's address.
  /// - Parameter host: the header field `Host`.
  func purpose(of host: String?) -> Purpose? {
    guard let host = host?.lowercased() else { return nil }
    let suffix = ":\(port)"
    guard host.hasSuffix(suffix) || port == 80 && !host.contains(":") else { return nil }
    let name = host.hasSuffix(suffix) ? String(host.dropLast(suffix.utf8.count)) : host
    if name == "127.0.0.1" || name == "[::1]" { return .inspector }
    return name == "localhost" || isSubdomain(name) ? .pages : nil
  }

  private func isSubdomain(_ name: String) -> Bool {
    let suffix = ".localhost"
    guard name.hasSuffix(suffix), name.utf8.count > suffix.utf8.count else { return false }
    return name.utf8.allSatisfy { $0.isHostByte }
  }
}

extension UInt8 {
  fileprivate var isHostByte: Bool {
    (0x30...0x39).contains(self) || (0x61...0x7A).contains(self) || self == 0x2D || self == 0x2E || self == 0x5F
  }
}
