import CausewayHTTP

/// Who may use what is a tester's: a page of another site must not, though the tester's browser can reach the store.
struct PageGuard: Sendable {
  /// Names and addresses, in small letters, under which the store is reached besides those of this machine.
  let hosts: Set<String>

  /// Why a request is refused; nil if it may be answered.
  ///
  /// The name that a client has asked for tells whether a site gave its own name the store's address (DNS rebinding).
  /// A request that changes something says where it comes from, if a browser sends it.
  func refusal(_ request: HTTPRequest) -> SandboxProblem? {
    guard let host = request[field: "Host"], allows(host) else {
      return SandboxProblem(.notAllowed, "Host: not a name of this store; use the address that it printed at its start")
    }
    guard !["GET", "HEAD", "OPTIONS"].contains(request.method) else { return nil }
    let site = request[field: "Sec-Fetch-Site"] ?? "none"
    let origin = request[field: "Origin"]
    guard ["same-origin", "none"].contains(site),
      origin.map({ $0.lowercased() == "http://" + host.lowercased() }) ?? true
    else { return SandboxProblem(.notAllowed, "Origin: only the store's own pages can do this") }
    return nil
  }

  private func allows(_ host: String) -> Bool {
    guard let name = Self.name(host.lowercased()) else { return false }
    return name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]" || Self.isLoopback(name)
      || hosts.contains(name)
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

  /// 127.0.0.0/8.
  private static func isLoopback(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return parts.count == 4 && parts[0] == 127 && parts.allSatisfy { $0 != nil }
  }
}
