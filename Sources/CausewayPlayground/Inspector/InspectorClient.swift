/// An open inspector, with a count of the bytes that it has not received yet.
@MainActor final class InspectorClient {
  /// The number of waiting bytes above which an inspector is disconnected. All kept messages together need less.
  static let room = 256 << 20

  private let socket: ClientSocket
  private var backlog = Backlog()

  init(_ socket: ClientSocket) {
    self.socket = socket
  }

  /// Sends a message. An inspector that does not read is disconnected; it connects again when it can, and gets the kept
  /// messages.
  func send(_ text: String) {
    guard backlog.count <= Self.room else { return socket.close(1013, "This inspector does not read its messages.") }
    backlog.didSend(text.utf8.count)
    socket.send(text)
  }

  /// Records that the inspector has received the next message.
  func didReceive() { backlog.didReceive() }

  /// The lengths of the messages that were sent and not received yet.
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
