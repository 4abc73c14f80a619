import CausewayTransport
import Foundation

/// A protection against pages of other sites, which a browser may show on a machine that can reach the server.
package struct PageGuard: Sendable {
  /// The reason why a request is refused.
  package enum Refusal: Hashable, Sendable {
    /// The host is not a name of the server. Another site may have pointed its own name to the server's address (DNS
    /// rebinding).
    case host
    /// A page of another site requests a change.
    case origin
  }

  private let hosts: Set<String>

  /// Creates a guard.
  /// - Parameter hosts: the names and addresses of the server besides those of this machine.
  package init(hosts: Set<String>) {
    self.hosts = Set(hosts.map { $0.lowercased() })
  }

  /// Returns the reason why a request is refused; nil if it may be answered.
  ///
  /// For a request that changes something, the origin that browsers send with the request is also checked.
  ///
  /// - Parameter allowsAnyAddress: Whether the host may be any IP address, such as 10.0.2.2 in an emulator. This is
  ///   safe against DNS rebinding, because no site can make an IP address lead to another machine.
  package func refusal(_ request: HTTPRequest, allowsAnyAddress: Bool) -> Refusal? {
    guard let host = request[field: "Host"], allows(host, allowsAnyAddress) else { return .host }
    guard !["GET", "HEAD", "OPTIONS"].contains(request.method) else { return nil }
    let site = request[field: "Sec-Fetch-Site"] ?? "none"
    guard ["same-origin", "none"].contains(site),
      request[field: "Origin"].map({ isOwn($0.lowercased(), host: host.lowercased()) }) ?? true
    else { return .origin }
    return nil
  }

  /// Returns whether pages of an origin come from this server.
  ///
  /// Behind a proxy with TLS, the origin of a configured name begins with `https://`, although the request arrives by
  /// HTTP. The names of this machine and IP addresses are not expected behind a proxy, so their origins begin with
  /// `http://`.
  private func isOwn(_ origin: String, host: String) -> Bool {
    if origin == "http://" + host { return true }
    guard let name = Self.name(host), hosts.contains(name), NumericAddress(name) == nil else { return false }
    return origin == "https://" + host
  }

  private func allows(_ host: String, _ allowsAnyAddress: Bool) -> Bool {
    guard let name = Self.name(host.lowercased()) else { return false }
    if Self.isOfThisMachine(name) || hosts.contains(name) { return true }
    let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
    guard let address = NumericAddress(isBracketed ? String(name.dropFirst().dropLast()) : name),
      isBracketed == address.isIPv6
    else { return false }
    return allowsAnyAddress || Loopback.contains(name)
  }

  /// Returns whether a name without a port, or an IP address without brackets, means this machine only.
  package static func isOfThisMachine(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix(".localhost") || Loopback.contains(name)
  }

  /// Returns the name without its port; nil if `host` is malformed.
  private static func name(_ host: String) -> String? {
    let end = host.hasPrefix("[") ? host.firstIndex(of: "]").map(host.index(after:)) : host.firstIndex(of: ":")
    guard let end else { return host.hasPrefix("[") ? nil : host }
    let port = host[end...]
    guard port.isEmpty || (port.first == ":" && port.dropFirst().utf8.allSatisfy { $0.isDigit }) else {
      return nil
    }
    return String(host[..<end])
  }
}
