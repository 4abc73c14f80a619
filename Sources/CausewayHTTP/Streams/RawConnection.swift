import Foundation

/// The bytes of a connection after HTTP, in both directions, such as those of a tunnel to another server.
///
/// All methods can be called on every thread, each by one task at a time.
package final class RawConnection: @unchecked Sendable {  // the lock protects what is shared with the server's thread
  /// The number of bytes that were not taken above which the server stops reading, and of unsent bytes above which ``send(_:)``
  /// waits.
  private static let room = 256 << 10

  private let lock = NSLock()
  private var inbox = Data()
  private var isPaused = false
  private var isAtEnd = false
  private var isClosed = false
  private var unsent = 0
  private var reader: CheckedContinuation<Void, Never>?
  private var writer: CheckedContinuation<Void, Never>?
  private var port: ConnectionPort?

  init() {}

  /// Waits for bytes of the client.
  /// - Returns: all bytes that have arrived; nil when the client has ended its output, or the connection has ended.
  package func next() async -> Data? {
    while true {
      let (bytes, isAtEnd, paused) = lock.withLock {
        defer { (inbox, isPaused) = (Data(), false) }
        return (inbox, self.isAtEnd, isPaused ? port : nil)
      }
      paused?.setReading(true)
      if !bytes.isEmpty { return bytes }
      if isAtEnd { return nil }
      await withCheckedContinuation { continuation in
        let isReady = lock.withLock {
          if !inbox.isEmpty || self.isAtEnd { return true }
          reader = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    }
  }

  /// Sends bytes, and waits while many bytes wait to be sent.
  /// - Returns: false if the connection has ended.
  package func send(_ bytes: Data) async -> Bool {
    let port = lock.withLock {
      unsent += bytes.count
      return isClosed ? nil : self.port
    }
    port?.send(bytes)
    await withCheckedContinuation { continuation in
      let isReady = lock.withLock {
        if isClosed || unsent <= Self.room { return true }
        writer = continuation
        return false
      }
      if isReady { continuation.resume() }
    }
    return lock.withLock { !isClosed }
  }

  /// Ends the connection when everything was sent.
  package func finish() { lock.withLock { port }?.finish() }
}

extension RawConnection: ConnectionUser {
  func begin(_ port: ConnectionPort) { lock.withLock { self.port = port } }

  func receive(_ bytes: UnsafeRawBufferPointer) {
    let (waiting, mustPause) = lock.withLock { () -> (CheckedContinuation<Void, Never>?, ConnectionPort?) in
      inbox.append(contentsOf: bytes)
      let mustPause = inbox.count > Self.room && !isPaused
      if mustPause { isPaused = true }
      defer { reader = nil }
      return (reader, mustPause ? port : nil)
    }
    mustPause?.setReading(false)
    waiting?.resume()
  }

  func inputDidEnd() {
    let waiting = lock.withLock {
      isAtEnd = true
      defer { reader = nil }
      return reader
    }
    waiting?.resume()
  }

  func outputDidDrain() {
    let waiting = lock.withLock {
      unsent = 0
      defer { writer = nil }
      return writer
    }
    waiting?.resume()
  }

  func didClose() {
    let waiting = lock.withLock {
      (isAtEnd, isClosed, port) = (true, true, nil)
      defer { (reader, writer) = (nil, nil) }
      return [reader, writer]
    }
    for continuation in waiting { continuation?.resume() }
  }
}

extension HTTPResponse {
  /// Leaves the connection to another protocol, which also sends the answer.
  /// - Parameter use: takes the connection. It is called on the server's thread, so it must return soon.
  package static func tunnel(_ use: @escaping @Sendable (RawConnection) -> Void) -> HTTPResponse {
    var response = HTTPResponse(101)
    let connection = RawConnection()
    response.takeover = Takeover(head: Data(), user: connection) { use(connection) }
    return response
  }
}
