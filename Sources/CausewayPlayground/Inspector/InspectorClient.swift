/// An open inspector, and what it has not received yet.
@MainActor final class InspectorClient {
  /// The maximum number of bytes that wait for an inspector, besides one message. The messages that are kept fit in.
  static let room = 256 << 20

  private let socket: WebSocket
  private var backlog = Backlog()

  init(_ socket: WebSocket) {
    self.socket = socket
  }

  /// Sends a message. An inspector that does not read is disconnected; it connects again when it can, and gets what is
  /// kept.
  func send(_ text: String) {
    guard backlog.count <= Self.room else { return socket.close(1013, "This inspector does not read its messages.") }
    backlog.didSend(text.utf8.count)
    socket.send(text)
  }

  /// The inspector has received the next message.
  func didReceive() { backlog.didReceive() }

  /// The lengths of messages that are on their way.
  struct Backlog {
    /// The number of bytes.
    private(set) var count = 0
    private var lengths: [Int] = []
    /// The number of received messages at the beginning of `lengths`.
    private var received = 0

    mutating func didSend(_ length: Int) {
      lengths.append(length)
      count += length
    }

    mutating func didReceive() {
      guard received < lengths.count else { return }
      count -= lengths[received]
      received += 1
      guard received == lengths.count || received > 1000 else { return }
      lengths.removeFirst(received)
      received = 0
    }
  }
}
