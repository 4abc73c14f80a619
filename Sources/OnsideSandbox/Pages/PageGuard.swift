import CausewayHTTP
import Foundation

/// Keeps pages of other sites from the store, which the browser that shows them can reach.
struct PageGuard: Sendable {
  /// Names and addresses, in small letters, under which the store is reached besides those of this machine.
  let hosts: Set<String>

  /// Why a request is refused; nil if it may be answered.
  ///
  /// The name that a client has asked for tells whether a site gave its own name the store's address (DNS rebinding).
  /// Apps and backends may ask by any address in numbers besides, such as 10.0.2.2 in an emulator: it means the same
  /// for everybody. A request that changes something says where it comes from, if a browser sends it.
  func refusal(_ request: HTTPRequest) -> SandboxProblem? {
    guard let host = request[field: "Host"], allows(host, request.audience) else {
      return SandboxProblem(
        .notAllowed, "Host: not a name of this store; use the address that it printed, or start it with --host NAME")
    }
    guard !["GET", "HEAD", "OPTIONS"].contains(request.method) else { return nil }
    let site = request[field: "Sec-Fetch-Site"] ?? "none"
    let origin = request[field: "Origin"]
    guard ["same-origin", "none"].contains(site),
      origin.map({ $0.lowercased() == "http://" + host.lowercased() }) ?? true
    else { return SandboxProblem(.notAllowed, "Origin: a page of another site cannot do this") }
    return nil
  }

  private func allows(_ host: String, _ audience: HTTPRequest.Audience) -> Bool {
    guard let name = Self.name(host.lowercased()) else { return false }
    if name == "localhost" || name.hasSuffix(".localhost") || hosts.contains(name) { return true }
    guard let address = Self.address(name) else { return false }
    return audience == .programs || address == .loopback
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

  private enum Address {
    /// 127.0.0.0/8 or ::1.
    case loopback
    case other
  }

  /// What an address in numbers is; nil for what is none.
  private static func address(_ name: String) -> Address? {
    if name.hasPrefix("["), name.hasSuffix("]") {
      var address = in6_addr()
      guard inet_pton(AF_INET6, String(name.dropFirst().dropLast()), &address) == 1 else { return nil }
      let bytes = withUnsafeBytes(of: address, Array.init)
      return bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1 ? .loopback : .other
    }
    var address = in_addr()
    guard inet_pton(AF_INET, name, &address) == 1 else { return nil }
    return UInt32(bigEndian: address.s_addr) >> 24 == 127 ? .loopback : .other
  }
}
