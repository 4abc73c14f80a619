import Foundation

extension URL {
  /// Whether nobody in the network can read or change a request: `https`, or `http` that does not leave the machine.
  package var isSecureOrLoopback: Bool {
    switch scheme?.lowercased() {
    case "https": host?.isEmpty == false
    case "http": isLoopback
    default: false
    }
  }

  /// Whether the host is this machine itself.
  package var isLoopback: Bool {
    guard let host = host?.lowercased() else { return false }
    return ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
  }
}
