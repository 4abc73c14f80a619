import Foundation

/// A WebSocket of a client (RFC 6455), without extensions.
///
/// All methods can be called on every thread. One task at a time takes the messages with ``next(isolation:)``.
package final class WebSocket: @unchecked Sendable {  // the lock protects what is shared with the server's thread
  package enum Message: Hashable, Sendable {
    case text(String)
    case bytes(Data)

    fileprivate var size: Int {
      switch self {
      case .text(let text): text.utf8.count
      case .bytes(let bytes): bytes.count
      }
    }
  }

  /// The number of bytes of messages that were not taken above which the server stops reading.
  private static let room = 16 << 20
  /// The time between two pings. They find connections whose other side has disappeared without closing them.
  private static let pingInterval: Duration = .seconds(20)
  /// The time for which the server waits for the client's close frame.
  private static let closeTimeout: Duration = .seconds(5)

  private let lock = NSLock()
  private var life = WebSocketLife()
  private var inbox: [Message] = []
  private var inboxBytes = 0
  private var isPaused = false
  private var isOver = false
  private var waiting: CheckedContinuation<Void, Never>?
  private var port: ConnectionPort?

  /// The parser and the timer, which only the server's thread uses.
  private var reader: WebSocketReader
  private var timer: LoopSource?

  init(maximumBytes: Int) {
    reader = WebSocketReader(maximumBytes: maximumBytes)
  }

  /// Whether messages can be sent.
  package var isOpen: Bool { lock.withLock { life.isOpen } }

  // MARK: Sending

  /// Sends a text.
  package func send(_ text: String) {
    send(.text, Data(text.utf8))
  }

  /// Sends bytes.
  package func send(_ bytes: Data) {
    send(.binary, bytes)
  }

  private func send(_ opcode: WebSocketFrame.Opcode, _ payload: Data) {
    let port = lock.withLock { life.isOpen ? self.port : nil }
    port?.send(Data(WebSocketFrame.head(opcode, count: payload.count)), payload)
  }

  /// Closes the connection after all messages that were sent before. Messages of the client that arrive later are dropped.
  /// - Parameter reason: a text for the client. At most 123 bytes of it are sent.
  package func close(_ code: UInt16, _ reason: String) {
    perform(lock.withLock { life.close(code, reason) })
  }

  // MARK: Receiving

  /// Waits for messages.
  /// - Returns: all messages that have arrived, in order; nil when the connection has ended.
  package func next(isolation: isolated (any Actor)? = #isolation) async -> [Message]? {
    while true {
      let (messages, isOver, paused) = lock.withLock {
        defer { (inbox, inboxBytes, isPaused) = ([], 0, false) }
        return (inbox, self.isOver, isPaused ? port : nil)
      }
      paused?.setReading(true)
      if !messages.isEmpty { return messages }
      if isOver { return nil }
      await withCheckedContinuation { continuation in
        let isReady = lock.withLock {
          precondition(waiting == nil, "Only one task at a time may wait for the messages of a WebSocket.")
          if !inbox.isEmpty || self.isOver { return true }
          waiting = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    }
  }

  private func perform(_ actions: [WebSocketLife.Action]) {
    let port = lock.withLock { self.port }
    for action in actions {
      switch action {
      case .sendClose(let code, let reason):
        let payload = WebSocketFrame.closing(code, reason)
        port?.send(Data(WebSocketFrame.head(.close, count: payload.count)), Data(payload))
      case .awaitClose: port?.finish(after: Self.closeTimeout)
      case .finish: port?.finish()
      case .end:
        let waiting = lock.withLock {
          isOver = true
          defer { self.waiting = nil }
          return self.waiting
        }
        waiting?.resume()
      }
    }
  }
}

extension WebSocket: ConnectionUser {
  func begin(_ port: ConnectionPort) {
    lock.withLock { self.port = port }
    ping()
  }

  private func ping() {
    timer = port?.after(Self.pingInterval) { [weak self] in
      guard let self else { return }
      if isOpen { port?.send(Data(WebSocketFrame.head(.ping, count: 0)), Data()) }
      ping()
    }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) {
    reader.append(bytes)
    var messages: [Message] = []
    var actions: [WebSocketLife.Action] = []
    do throws(WebSocketFault) {
      while let event = try reader.next() {
        switch event {
        case .text(let text): messages.append(.text(text))
        case .bytes(let bytes): messages.append(.bytes(bytes))
        case .ping(let payload):
          if isOpen { port?.send(Data(WebSocketFrame.head(.pong, count: payload.count)), payload) }
        case .pong: break
        case .close(let code, _): actions = lock.withLock { life.didReceiveClose(code) }
        }
      }
    } catch {
      actions = lock.withLock { life.didReceive(error) }
    }
    deliver(messages)
    perform(actions)
  }

  private func deliver(_ messages: [Message]) {
    guard !messages.isEmpty else { return }
    let (waiting, mustPause) = lock.withLock { () -> (CheckedContinuation<Void, Never>?, Bool) in
      // The messages before a close frame of the client or before a fault still count.
      guard !isOver else { return (nil, false) }
      inbox += messages
      inboxBytes += messages.reduce(0) { $0 + $1.size }
      let mustPause = inboxBytes > Self.room && !isPaused
      if mustPause { isPaused = true }
      defer { self.waiting = nil }
      return (self.waiting, mustPause)
    }
    if mustPause { port?.setReading(false) }
    waiting?.resume()
  }

  func inputDidEnd() {
    let actions = lock.withLock { life.didEnd() }
    perform(actions)
    port?.finish()
  }

  func didClose() {
    timer = nil
    let actions = lock.withLock { life.didEnd() }
    perform(actions)
    // The port leads to the server, which would otherwise keep this object and itself.
    lock.withLock { port = nil }
  }
}
