import Foundation

/// A server that answers each request on a connection with the same bytes, and counts connections.
final class CountingServer: Sendable {
  private let socket: BoundSocket
  private let count = Changing(0)

  /// - Parameter answer: With its head.
  init(answer: [UInt8]) throws {
    socket = try BoundSocket()
    try socket.open()
    let listener = socket.descriptor
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

  var url: URL { socket.url }
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
}
