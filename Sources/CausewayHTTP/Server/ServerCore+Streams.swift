import Foundation

/// Answers whose body is sent as it is made (``BodyStream``).
extension ServerCore {
  /// The number of unsent bytes above which a stream waits.
  private static let room = 65_536

  /// Begins to send the body of an answer whose head was appended.
  func begin(_ stream: BodyStream, on connection: Connection) {
    connection.stream = Connection.Stream(
      left: stream.length, isChunked: stream.length == nil && connection.head?.isVersion10 == false)
    running += 1
    connection.task = Task.detached { [identity = connection.request] in
      do {
        while let part = try await stream.next() {
          guard await self.sendPart(part, of: identity) else { break }
        }
        await self.endStream(of: identity, isComplete: true)
      } catch {
        await self.endStream(of: identity, isComplete: false)
      }
    }
  }

  private func streaming(_ request: Connection.Request) -> Connection? {
    guard let connection = connections[request.connection], connection.request == request, connection.stream != nil
    else { return nil }
    return connection
  }

  /// Sends a part, and waits for room for the next one.
  /// - Returns: false if the connection has ended.
  private func sendPart(_ part: Data, of request: Connection.Request) async -> Bool {
    guard let connection = streaming(request), var stream = connection.stream else { return false }
    if let left = stream.left {
      // More bytes than the head has stated would be read as the next answer.
      guard part.count <= left else {
        close(connection)
        return false
      }
      stream.left = left - part.count
      connection.stream = stream
    }
    if !part.isEmpty {
      if stream.isChunked { connection.output.append(Data("\(String(part.count, radix: 16))\r\n".utf8)) }
      connection.output.append(part)
      if stream.isChunked { connection.output.append(Data("\r\n".utf8)) }
      write(connection)
    }
    while let connection = streaming(request), connection.output.byteCount > Self.room {
      await withCheckedContinuation { connection.roomWaiter = $0 }
    }
    return streaming(request) != nil
  }

  private func endStream(of request: Connection.Request, isComplete: Bool) {
    running -= 1
    defer { endIfDone() }
    guard let connection = streaming(request), let stream = connection.stream else { return }
    guard isComplete, (stream.left ?? 0) == 0 else { return close(connection) }
    connection.stream = nil
    if stream.isChunked { connection.output.append(Data("0\r\n\r\n".utf8)) }
    write(connection)
  }
}
