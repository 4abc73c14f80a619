import Foundation

/// A TCP socket that never blocks. It is closed by ``close()``, or when it is released.
///
/// The type holds the few differences between Linux and Apple's systems, so that the rest of the server has none.
final class Socket {
  /// The descriptor; -1 after ``close()``.
  private(set) var descriptor: Int32

  /// Takes over an open descriptor.
  init(owning descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    #if canImport(Darwin)
    set(SOL_SOCKET, SO_NOSIGPIPE, 1)
    #endif
  }

  /// Creates a socket for IPv4 or IPv6 addresses.
  /// - Returns: nil if the system refuses it; `errno` has the reason.
  convenience init?(family: Int32) {
    #if canImport(Darwin)
    let descriptor = socket(family, SOCK_STREAM, 0)
    #else
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #endif
    guard descriptor >= 0 else { return nil }
    self.init(owning: descriptor)
  }

  deinit { close() }

  func close() {
    guard descriptor >= 0 else { return }
    #if canImport(Darwin)
    _ = Darwin.close(descriptor)
    #else
    _ = Glibc.close(descriptor)
    #endif
    descriptor = -1
  }

  /// Sets an option to a number.
  func set(_ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// The result of an attempt to move bytes or to accept a connection.
  enum Attempt<Value> {
    case done(Value)
    /// Nothing can be moved now.
    case wouldBlock
    /// The other end has ended its output.
    case end
    /// The system refused the call, with this value of `errno`.
    case failed(Int32)
  }

  /// Receives the available bytes, at most the buffer's size.
  func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Attempt<Int> {
    attempt { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
  }

  /// Sends bytes without waiting for room.
  func send(_ bytes: UnsafeRawBufferPointer) -> Attempt<Int> {
    guard !bytes.isEmpty else { return .done(0) }
    #if canImport(Darwin)
    let flags: Int32 = 0  // SO_NOSIGPIPE is set
    return attempt { Darwin.send(descriptor, bytes.baseAddress, bytes.count, flags) }
    #else
    return attempt { Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
    #endif
  }

  /// Accepts the next connection.
  func accept() -> Attempt<Socket> {
    #if canImport(Darwin)
    let result = attempt { Int(Darwin.accept(descriptor, nil, nil)) }
    #else
    let result = attempt { Int(Glibc.accept(descriptor, nil, nil)) }
    #endif
    switch result {
    case .done(let descriptor): return .done(Socket(owning: Int32(descriptor)))
    case .wouldBlock: return .wouldBlock
    case .end: return .done(Socket(owning: 0))  // descriptor 0, which a program without standard input can get
    case .failed(let error): return .failed(error)
    }
  }

  private func attempt(_ call: () -> Int) -> Attempt<Int> {
    while true {
      let count = call()
      if count > 0 { return .done(count) }
      if count == 0 { return .end }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return .wouldBlock
      default: return .failed(errno)
      }
    }
  }

  /// Ends the output. The other end reads the end of the stream after all bytes that were sent.
  func endOutput() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Whether the other end has ended its output, and all of it was read.
  var isAtEnd: Bool { peek() == 0 }

  /// Whether bytes have arrived that were not read.
  var hasInput: Bool { peek() > 0 }

  /// Looks at the next byte without reading it. Returns 1 if there is one, 0 at the end of the input, or else -1.
  private func peek() -> Int {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
  }

  /// The error that has happened on the connection, such as `ECONNRESET`; 0 for none. Reading it clears it.
  func takeError() -> Int32 {
    var error: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno
  }

  /// The IP address and the port of this end or of the other end; nil if the connection is gone.
  func address(ofOtherEnd: Bool) -> (text: String, port: UInt16)? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        let status = ofOtherEnd ? getpeername(descriptor, address, &size) : getsockname(descriptor, address, &size)
        guard status == 0 else { return nil }
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        var port = [CChar](repeating: 0, count: 16)
        let flags = NI_NUMERICHOST | NI_NUMERICSERV
        guard
          getnameinfo(address, size, &host, socklen_t(host.count), &port, socklen_t(port.count), flags) == 0
        else { return nil }
        let texts = [host, port].map { text in
          String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        return UInt16(texts[1]).map { (texts[0], $0) }
      }
    }
  }
}
