import Foundation

/// Keeps pages of other sites from a server that the browser which shows them can reach.
package struct PageGuard: Sendable {
  /// Why a request is refused.
  package enum Refusal: Hashable, Sendable {
    /// Its host is not a name of the server: a site may have given its own name the server's address (DNS rebinding).
    case host
    /// A page of another site asks for a change.
    case origin
  }

  private let hosts: Set<String>

  /// - Parameter hosts: Names and addresses under which the server is reached besides those of this machine.
  package init(hosts: Set<String>) {
    self.hosts = Set(hosts.map { $0.lowercased() })
  }

  /// Why a request is refused; nil if it may be answered.
  ///
  /// A request that changes something says where it comes from, if a browser sends it.
  ///
  /// - Parameter allowsAnyAddress: Whether the client may ask by any address in numbers, such as 10.0.2.2 in an
  ///   emulator: no site can give one another meaning.
  package func refusal(_ request: HTTPRequest, allowsAnyAddress: Bool) -> Refusal? {
    guard let host = request[field: "Host"], allows(host, allowsAnyAddress) else { return .host }
    guard !["GET", "HEAD", "OPTIONS"].contains(request.method) else { return nil }
    let site = request[field: "Sec-Fetch-Site"] ?? "none"
    guard ["same-origin", "none"].contains(site),
      request[field: "Origin"].map({ isOwn($0.lowercased(), host: host.lowercased()) }) ?? true
    else { return .origin }
    return nil
  }

  /// Whether a page of an origin came from this server.
  ///
  /// Behind a proxy with TLS, the page of a configured name has `https://` in its origin, though the request comes by HTTP.
  /// No proxy is expected before this machine's own names and addresses in numbers: their origins are `http://`.
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
    return allowsAnyAddress || address.isLoopback
  }

  /// Whether only this machine is meant by a name without a port, or by an address in numbers without brackets.
  package static func isOfThisMachine(_ name: String) -> Bool {
    let name = name.lowercased()
    return name == "localhost" || name.hasSuffix(".localhost") || NumericAddress(name)?.isLoopback == true
  }

  /// The name without its port; nil for what is none.
  private static func name(_ host: String) -> String? {
    let end = host.hasPrefix("[") ? host.firstIndex(of: "]").map(host.index(after:)) : host.firstIndex(of: ":")
    guard let end else { return host.hasPrefix("[") ? nil : host }
    let port = host[end...]
    guard port.isEmpty || (port.first == ":" && port.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }) else {
      return nil
    }
    return String(host[..<end])
  }
}
