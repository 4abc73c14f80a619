import Foundation

/// A check for hosts that are this machine: in a URL, a request or a server's address.
package enum Loopback {
  /// Returns whether a host is this machine itself: `localhost`, an address of 127.0.0.0/8, or ::1 with or without
  /// brackets.
  package static func contains(_ host: some StringProtocol) -> Bool {
    let name = host.lowercased()
    if ["localhost", "::1", "[::1]"].contains(name) { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    // A number with leading zeros may be octal, so it means different addresses to different programs.
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in UInt8(part).map { "\($0)" } == String(part) }
  }
}

extension URL {
  /// Whether a request to this URL is protected from others in the network: it uses `https`, or it uses `http` and does
  /// not leave the machine.
  package var isSecureOrLoopback: Bool {
    switch scheme?.lowercased() {
    case "https": host?.isEmpty == false
    case "http": isLoopback
    default: false
    }
  }

  /// Whether the host is this machine itself.
  package var isLoopback: Bool { host.map(Loopback.contains) ?? false }
}
