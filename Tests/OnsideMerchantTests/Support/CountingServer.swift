import Foundation

/// A server that answers each request on a connection with the same bytes, and counts connections.
final class CountingServer: Sendable {
  let url: URL
  private let listener: Int32
  private let count = Changing(0)

  /// - Parameter answer: With its head.
  init(answer: [UInt8]) throws {
    let listener = socket(AF_INET, CountingServer.stream, 0)
    guard listener >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> UInt16? in
        guard bind(listener, address, length) == 0, listen(listener, 64) == 0,
          getsockname(listener, address, &length) == 0
        else { return nil }
        return UInt16(bigEndian: pointer.pointee.sin_port)
      }
    }
    guard let port, let url = URL(string: "http://127.0.0.1:\(port)") else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
    self.url = url
    self.listener = listener
    let count = count
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        count.change { $0 += 1 }
        Thread.detachNewThread { Self.serve(connection, answer) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  var connections: Int { count.value }

  private static func serve(_ connection: Int32, _ answer: [UInt8]) {
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let read = recv(connection, &buffer, buffer.count, 0)
      guard read > 0 else { break }
      request += buffer[..<read]
      guard request.suffix(4) == [13, 10, 13, 10] else { continue }
      request = []
      guard send(connection, answer, answer.count, 0) == answer.count else { break }
    }
    close(connection)
  }

  #if os(Linux)
  private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
  private static let stream = SOCK_STREAM
  #endif
}
