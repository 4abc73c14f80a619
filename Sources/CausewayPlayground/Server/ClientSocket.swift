import CausewayHTTP
import Foundation

/// A WebSocket of a page or of an inspector, on the main actor.
@MainActor final class ClientSocket {
  /// The maximum length of a message of the client, in bytes. The bridge has limits of its own for each message; a message of
  /// the socket can contain several of them.
  static let maximumBytes = 256 << 20

  private let socket: WebSocket
  var onText: (@MainActor (String) -> Void)?
  var onBytes: (@MainActor (Data) -> Void)?
  /// Called once, when the connection has ended.
  var onClose: (@MainActor () -> Void)?

  init(_ socket: WebSocket) {
    self.socket = socket
    Task { [weak self] in
      while let messages = await socket.next() {
        for message in messages { self?.receive(message) }
      }
      self?.end()
    }
  }

  // A socket that nobody uses any more would stay open.
  isolated deinit { socket.close(1001, "") }

  /// Whether messages can be sent.
  var isOpen: Bool { socket.isOpen }

  private func receive(_ message: WebSocket.Message) {
    switch message {
    case .text(let text): onText?(text)
    case .bytes(let bytes): onBytes?(bytes)
    }
  }

  private func end() {
    let closed = onClose
    (onText, onBytes, onClose) = (nil, nil, nil)
    closed?()
  }

  /// Sends a text.
  func send(_ text: String) { socket.send(text) }

  /// Sends bytes.
  func send(_ bytes: Data) { socket.send(bytes) }

  /// Closes the connection after all messages that were sent before.
  /// - Parameter reason: a text for the client, at most 123 bytes.
  func close(_ code: UInt16, _ reason: String) { socket.close(code, reason) }
}
