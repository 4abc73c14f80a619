import Foundation
import Glibc

/// A connection that sends exactly the bytes that a test gives it.
final class RawClient: Sendable {
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "raw client")

  /// Connects to a server on this machine.
  /// - Parameter receiveBuffer: the size of the kernel's buffer of received bytes; nil if the kernel may enlarge it.
  init(_ server: URL, receiveBuffer: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if var size = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(server.port!).bigEndian
    address.sin_addr.s_addr = inet_addr(server.host()!)
    let result = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw POSIXError(.init(rawValue: errno)!) }
    // With this timeout, a server that never answers fails the test instead of blocking all other tests.
    var limit = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Sends bytes. Returns false if the server accepts no more.
  @discardableResult func send(_ bytes: some Sequence<UInt8> & Sendable) async -> Bool {
    await onQueue { [descriptor] in
      var rest = Array(bytes)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if count <= 0 { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  @discardableResult func send(_ text: String) async -> Bool { await send(Array(text.utf8)) }

  /// Turns off the delay that collects small writes (Nagle's algorithm), so that each call of `send` sends a packet.
  func sendsAtOnce() {
    var now: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &now, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Closes the sending direction, so that the server reads the end of the stream.
  func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Ends the connection with a reset, as when the client's process is killed.
  func abort() {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    // Keep the descriptor's number in use until this object is released, so that no other file gets the same number.
    let nothing = open("/dev/null", O_RDONLY)
    dup2(nothing, descriptor)
    close(nothing)
  }

  /// Reads until the server closes the connection; nil if the server does not close it.
  func readToEnd() async -> String? {
    await onQueue { [descriptor] in
      var bytes: [UInt8] = []
      while true {
        let part = Self.receive(descriptor, 65_536)
        guard let part else { return nil }
        if part.isEmpty { return String(decoding: bytes, as: UTF8.self) }
        bytes += part
      }
    }
  }

  /// Reads up to and including a text, or up to the end of the connection.
  func read(upTo end: String) async -> String {
    await onQueue { [descriptor] in
      var bytes: [UInt8] = []
      while !bytes.suffix(end.utf8.count).elementsEqual(end.utf8), let byte = Self.receive(descriptor, 1)?.first {
        bytes.append(byte)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Reads `count` bytes, or fewer if the connection ends earlier. Reads at a steady rate during `time`, and then as
  /// fast as the bytes arrive.
  ///
  /// - Returns: the number of bytes.
  func readSteadily(_ count: Int, bytesPerSecond rate: Int, for time: Duration) async -> Int {
    await onQueue { [descriptor] in
      let start = ContinuousClock.now
      var read = 0
      while read < count, let part = Self.receive(descriptor, min(16_384, count - read)), !part.isEmpty {
        read += part.count
        // Without this pause, the client would read faster than `rate`.
        let due = min(.seconds(Double(read) / Double(rate)), time)
        usleep(UInt32(max(.zero, due - (ContinuousClock.now - start)) / .microseconds(1)))
      }
      return read
    }
  }

  /// Reads one answer: its head, and a body of the length that the head states.
  func readAnswer(hasBody: Bool = true) async -> String {
    let head = await read(upTo: "\r\n\r\n")
    let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length: ") }
      .flatMap { Int($0.dropFirst("content-length: ".count)) }
    guard hasBody, let length, length > 0 else { return head }
    return await onQueue { [descriptor] in
      var bytes: [UInt8] = []
      while bytes.count < length, let part = Self.receive(descriptor, length - bytes.count), !part.isEmpty {
        bytes += part
      }
      return head + String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Reads `count` bytes, or fewer if the connection ends earlier.
  func readBytes(_ count: Int) async -> [UInt8] {
    await onQueue { [descriptor] in
      var bytes: [UInt8] = []
      while bytes.count < count, let part = Self.receive(descriptor, min(65_536, count - bytes.count)), !part.isEmpty {
        bytes += part
      }
      return bytes
    }
  }

  private static func receive(_ descriptor: Int32, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let received = recv(descriptor, &bytes, count, 0)
    // A reset also ends the connection.
    if received < 0 { return errno == ECONNRESET ? [] : nil }
    return Array(bytes.prefix(received))
  }

  /// Runs blocking system calls on a queue. On Swift's own threads, these calls would block other tasks.
  private func onQueue<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
  }
}
