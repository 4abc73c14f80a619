/// The life of a WebSocket as the server sees it: a pure state machine, whose transitions return what the connection does.
struct WebSocketLife: Hashable, Sendable {
  private enum State: Hashable {
    case open
    /// The server has sent a close frame and waits for the client's.
    case closing
    case closed
  }

  /// What the connection does.
  enum Action: Hashable, Sendable {
    /// Sends a close frame with this code and reason.
    case sendClose(UInt16, String)
    /// Ends the connection after everything was sent.
    case finish
    /// Waits for the client's close frame, for a limited time.
    case awaitClose
    /// Tells the user of the WebSocket that no more messages come.
    case end
  }

  private var state = State.open

  /// Whether messages can be sent.
  var isOpen: Bool { state == .open }

  /// The server closes the WebSocket.
  mutating func close(_ code: UInt16, _ reason: String) -> [Action] {
    guard state == .open else { return [] }
    state = .closing
    return [.sendClose(code, reason), .awaitClose, .end]
  }

  /// The client has sent a close frame.
  mutating func didReceiveClose(_ code: UInt16?) -> [Action] {
    defer { state = .closed }
    switch state {
    // RFC 6455 section 5.5.1: the answer usually repeats the code. Section 7.1.1: the server closes the connection first.
    case .open: return [.sendClose(code ?? 1000, ""), .finish, .end]
    case .closing: return [.finish]
    case .closed: return []
    }
  }

  /// The client has sent something that is not valid.
  mutating func didReceive(_ fault: WebSocketFault) -> [Action] {
    defer { state = .closed }
    switch state {
    case .open: return [.sendClose(fault.code, fault.text), .finish, .end]
    case .closing: return [.finish]
    case .closed: return []
    }
  }

  /// The connection has ended.
  mutating func didEnd() -> [Action] {
    defer { state = .closed }
    return state == .open ? [.end] : []
  }
}
