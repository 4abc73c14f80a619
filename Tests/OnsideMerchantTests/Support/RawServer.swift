import Foundation

/// A server that runs the test's function for each connection, each on its own thread.
final class RawServer: Sendable {
  private let socket: BoundSocket
  private let count = Changing(0)

  /// Starts a server.
  ///
  /// - Parameter serve: takes a connection and the number of earlier connections. The connection is closed when the
  /// function returns.
  init(_ serve: @escaping @Sendable (_ connection: RawConnection, _ number: Int) -> Void) throws {
    socket = try BoundSocket()
    try socket.open()
    // The thread keeps the socket open. If the socket were closed, another socket could get its descriptor, and this
    // thread would accept the other socket's connections.
    Thread.detachNewThread { [socket, count] in
      while true {
        let descriptor = accept(socket.descriptor, nil, nil)
        guard descriptor >= 0 else { return }
        let number = count.value
        count.change { $0 += 1 }
        RawConnection.ignoreBrokenPipes(of: descriptor)
        Thread.detachNewThread {
          serve(RawConnection(descriptor: descriptor), number)
          close(descriptor)
        }
      }
    }
  }

  deinit {
    socket.stop()
  }

  var url: URL { socket.url }
  /// The number of connections so far.
  var connections: Int { count.value }
}

/// A connection of a ``RawServer``.
struct RawConnection: Sendable {
  fileprivate let descriptor: Int32

  /// Reads a request with the body that its `Content-Length` announces.
  /// - Returns: the text of the request; nil if the client has closed the connection.
  func readRequest() -> String? {
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !Self.isComplete(request) {
      let read = recv(descriptor, &buffer, buffer.count, 0)
      guard read > 0 else { return nil }
      request += buffer[..<read]
    }
    return String(decoding: request, as: UTF8.self)
  }

  private static func isComplete(_ request: [UInt8]) -> Bool {
    let text = String(decoding: request, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { return false }
    let length = text[..<end.lowerBound].split(separator: "\r\n").lazy
      .filter { $0.lowercased().hasPrefix("content-length:") }
      .compactMap { Int($0.dropFirst("content-length:".count).trimmingCharacters(in: .whitespaces)) }.first
    return text[end.upperBound...].utf8.count >= length ?? 0
  }

  /// Sends a text.
  ///
  /// - Returns: false if the client has closed the connection.
  @discardableResult
  func send(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return Foundation.send(descriptor, bytes, bytes.count, Self.noSignal) == bytes.count
  }

  /// Waits until the client has closed the connection.
  func waitForEnd() {
    while readRequest() != nil {}
  }

  // If the client has closed the connection, sending must not end the tests with SIGPIPE. Linux needs an option at each
  // `send`, and Darwin needs an option of the socket.
  #if os(Linux)
  private static let noSignal = Int32(MSG_NOSIGNAL)
  fileprivate static func ignoreBrokenPipes(of descriptor: Int32) {}
  #else
  private static let noSignal: Int32 = 0
  fileprivate static func ignoreBrokenPipes(of descriptor: Int32) {
    var isSet: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isSet, socklen_t(MemoryLayout.size(ofValue: isSet)))
  }
  #endif
}
