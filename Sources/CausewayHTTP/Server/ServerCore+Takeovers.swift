import Foundation

/// Connections that leave HTTP (``Takeover``).
extension ServerCore {
  /// Lets another protocol use a connection, whose request was read completely.
  func begin(_ takeover: Takeover, on connection: Connection) {
    connection.stage = .takenOver
    // The input was watched for its end only.
    (connection.task, connection.deadline, connection.hangUp, connection.input) = (nil, nil, nil, nil)
    connection.endsWithAnswer = true
    let user = takeover.user
    connection.user = user
    connection.output.append(takeover.head)
    user.begin(ConnectionPort(self, connection.id))
    takeover.didBegin()
    // A client may send its first bytes without waiting for the answer.
    connection.reader.takeInput().withUnsafeBytes { if !$0.isEmpty { user.receive($0) } }
    setReading(true, of: connection)
    write(connection)
  }

  func setReading(_ reads: Bool, of connection: Connection) {
    guard connection.stage == .takenOver else { return }
    guard reads else {
      connection.input = nil
      return
    }
    if connection.input == nil { connection.input = when(.input, connection) { $0.receiveTakenOver($1) } }
  }

  private func receiveTakenOver(_ connection: Connection) {
    switch connection.receive({ connection.user?.receive($0) }) {
    case .bytes, .nothing: break
    case .end:
      connection.input = nil
      connection.user?.inputDidEnd()
    }
  }

  func send(_ parts: [Data], on connection: Connection) {
    guard connection.stage == .takenOver, !connection.finishes else { return }
    for part in parts { connection.output.append(part) }
    write(connection)
  }

  func finish(_ connection: Connection) {
    guard connection.stage == .takenOver else { return }
    connection.finishes = true
    write(connection)
  }

  func finish(_ connection: Connection, after delay: Duration) {
    guard connection.stage == .takenOver else { return }
    connection.deadline = after(delay, connection) { $0.close($1) }
  }
}
