import Foundation

/// A search for a free port of 127.0.0.1, for a program that is told its port, and for a server that starts again at the
/// port that it had.
package enum LoopbackPort {
  /// The ports that are tried. They are below those that a system gives to programs that ask for any free port: from 32768
  /// on Linux, and from 49152 on Apple's systems. Otherwise, another program could get the port before it is used.
  private static let ports: ClosedRange<UInt16> = 10_000...32_767

  /// Returns a port that no program uses now; nil if there is none among a hundred.
  package static func free() -> UInt16? {
    (0..<100).lazy.map { _ in UInt16.random(in: ports) }.first(where: isFree)
  }

  private static func isFree(_ port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
