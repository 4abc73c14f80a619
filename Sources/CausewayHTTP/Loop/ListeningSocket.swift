import Foundation

/// A socket that clients can connect to.
final class ListeningSocket {
  let socket: Socket
  /// The port on which the socket listens, even if 0 was requested.
  let port: UInt16

  /// Opens a socket and starts to listen.
  /// - Parameter address: an IP address, such as 127.0.0.1 or ::1.
  init(address: String, port: UInt16) throws(HTTPServerError) {
    let place = try SocketAddress(address, port)
    guard let socket = Socket(family: place.family) else { throw Self.failure(address, port) }
    socket.set(SOL_SOCKET, SO_REUSEADDR, 1)
    // A socket that listens on :: also serves IPv4 clients.
    if place.family == AF_INET6 { socket.set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
    guard place.withUnsafePointer({ bind(socket.descriptor, $0, $1) }) == 0, listen(socket.descriptor, 128) == 0,
      let local = socket.address(ofOtherEnd: false)
    else { throw Self.failure(address, port) }
    self.socket = socket
    self.port = local.port
  }

  /// Opens the sockets of a server.
  ///
  /// For `localhost`, they listen on 127.0.0.1 and, if the machine has IPv6, on ::1 at the same port, because a browser
  /// may try either address. Another program at one of the two would otherwise get a part of the requests.
  static func open(address: String, port: UInt16) throws(HTTPServerError) -> [ListeningSocket] {
    guard address == "localhost" else { return [try ListeningSocket(address: address, port: port)] }
    var attempts = 0
    while true {
      let first = try ListeningSocket(address: "127.0.0.1", port: port)
      do throws(HTTPServerError) {
        return [first, try ListeningSocket(address: "::1", port: first.port)]
      } catch {
        guard case .addressInUse = error else { return [first] }  // the machine has no IPv6
        attempts += 1
        // The system has chosen a port that is free on 127.0.0.1 only. Let it choose another one.
        guard port == 0, attempts < 100 else { throw error }
      }
    }
  }

  private static func failure(_ address: String, _ port: UInt16) -> HTTPServerError {
    let error = errno
    if error == EADDRINUSE { return .addressInUse(address: address, port: port) }
    return .cannotListen(address: address, port: port, reason: String(cString: strerror(error)))
  }
}

/// An IP address and a port in the form that the system's calls need.
private struct SocketAddress {
  private let bytes: [UInt8]
  let family: Int32

  init(_ address: String, _ port: UInt16) throws(HTTPServerError) {
    // `getaddrinfo` also reads the short forms 127.1 and 0x7f.1, which mean different addresses to different programs. Only it
    // reads the zone of an address, as in fe80::1%eth0.
    guard NumericAddress(String(address.prefix { $0 != "%" })) != nil else { throw .notAnAddress(address) }
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address, "\(port)", &hints, &list) == 0, let list else { throw .notAnAddress(address) }
    defer { freeaddrinfo(list) }
    family = list.pointee.ai_family
    bytes = Array(UnsafeRawBufferPointer(start: list.pointee.ai_addr, count: Int(list.pointee.ai_addrlen)))
  }

  func withUnsafePointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    bytes.withUnsafeBytes { body($0.assumingMemoryBound(to: sockaddr.self).baseAddress!, socklen_t($0.count)) }
  }
}
