import Foundation

/// A server that does with each connection what a test says, on a thread of its own.
final class RawServer: Sendable {
  private let socket: BoundSocket
  private let count = Changing(0)

  /// - Parameter serve: gets a connection, which is closed when it returns, and how many there were before.
  init(_ serve: @escaping @Sendable (_ connection: RawConnection, _ number: Int) -> Void) throws {
    socket = try BoundSocket()
    try socket.open()
    // The thread keeps the socket, or it could accept from another one that has got its number.
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
  /// How many there were.
  var connections: Int { count.value }
}

/// A connection of a ``RawServer``.
struct RawConnection: Sendable {
  fileprivate let descriptor: Int32

  /// Reads a request without a body.
  /// - Returns: its text; nil if the client has gone.
  func readRequest() -> String? {
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while request.suffix(4) != [13, 10, 13, 10] {
      let read = recv(descriptor, &buffer, buffer.count, 0)
      guard read > 0 else { return nil }
      request += buffer[..<read]
    }
    return String(decoding: request, as: UTF8.self)
  }

  /// - Returns: whether the client is still there.
  @discardableResult
  func send(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return Foundation.send(descriptor, bytes, bytes.count, Self.noSignal) == bytes.count
  }

  /// Waits until the client has closed the connection.
  func waitForEnd() {
    while readRequest() != nil {}
  }

  // A client that has gone must not end the tests with SIGPIPE: Linux is asked at each `send`, Darwin once for a socket.
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
