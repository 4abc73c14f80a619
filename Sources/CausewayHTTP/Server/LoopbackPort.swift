import Foundation

/// A search for a free port of this machine, for a program that is told its port, and for a server that starts again at the
/// port that it had.
package enum LoopbackPort {
  /// The ports that are tried. They are below those that a system gives to programs that ask for any free port: from 32768
  /// on Linux, and from 49152 on Apple's systems. Otherwise, another program could get the port before it is used.
  private static let ports: ClosedRange<UInt16> = 10_000...32_767

  /// Returns a port that no program uses now; nil if there is none among a hundred.
  package static func free() -> UInt16? {
    (0..<100).lazy.map { _ in UInt16.random(in: ports) }.first(where: isFree)
  }

  /// Returns an address of this machine that nobody can guess, for a program that lets everybody in; nil if none is free.
  ///
  /// On Linux, all 16 million addresses of 127.0.0.0/8 are those of this machine. A page in a browser can try out the ports of a
  /// known address, but not those of all addresses. Programs on this machine can see the address in the system's list of sockets.
  package static func hidden() -> (address: String, port: UInt16)? {
    (0..<100).lazy.map { _ in
      let parts = (0..<3).map { _ in "\(UInt8.random(in: 1...254))" }
      return (address: "127." + parts.joined(separator: "."), port: UInt16.random(in: ports))
    }.first { isFree($0.port, at: $0.address) }
  }

  private static func isFree(_ port: UInt16) -> Bool { isFree(port, at: "127.0.0.1") }

  private static func isFree(_ port: UInt16, at address: String) -> Bool {
    (try? ListeningSocket(address: address, port: port)) != nil
  }
}
