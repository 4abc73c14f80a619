import Foundation

/// An event that a ``ServerLoop`` waits for. The wait ends when this object is released.
final class LoopSource {
  /// The conditions of a socket.
  struct Condition: OptionSet, Sendable {
    let rawValue: Int16

    /// Bytes or a connection can be taken, or the input has ended.
    static let input = Condition(rawValue: Int16(POLLIN))
    /// There is room for bytes to be sent.
    static let room = Condition(rawValue: Int16(POLLOUT))
    /// The connection was reset. The system reports this together with every other condition too.
    static let reset: Condition = []
  }

  let id: Int
  private let loop: ServerLoop

  /// Calls `body` once after a delay.
  init(_ loop: ServerLoop, after delay: Duration, _ body: @escaping () -> Void) {
    self.loop = loop
    id = loop.addTimer(at: .now + delay, body)
  }

  /// Calls `body` each time a socket meets one of the conditions, or is reset.
  init(_ loop: ServerLoop, _ socket: Socket, _ condition: Condition, _ body: @escaping () -> Void) {
    self.loop = loop
    id = loop.addSocket(socket.descriptor, condition, body)
  }

  deinit { loop.remove(id) }
}
