import Foundation

extension ServerCore {
  /// Starts to accept connections, unless the server accepts connections already or is stopping.
  func accept() {
    guard !isStopping, accepting.isEmpty || isPaused else { return }
    isPaused = false
    accepting = listeners.indices.map { index in
      LoopSource(loop, listeners[index].socket, .input) { [unowned self] in
        assumeIsolated { $0.acceptOne(from: $0.listeners[index]) }
      }
    }
  }

  private func acceptOne(from listener: ListeningSocket) {
    if connections.count >= options.maximumConnections {
      switch nextEviction(at: .now) {
      case .close(let id):
        // Closing a connection calls ``accept()``, which accepts the waiting client.
        if let connection = connections[id] { evict(connection) }
      case .wait(let delay): pauseAccepting(for: delay)
      }
      return
    }
    switch listener.socket.accept() {
    case .done(let socket):
      socket.set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
      // Limit the unsent bytes in the server's kernel, because the server measures how fast a client reads by the bytes
      // that this kernel accepts. By default, the kernel accepts megabytes at once, and then nothing until the client
      // has read them. A client that reads steadily would look like a client that does not read.
      socket.set(Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, Self.unsentBytes)
      open(socket)
    case .wouldBlock, .end: break
    // The client has gone away before it was accepted.
    case .failed(ECONNABORTED): break
    case .failed(let error):
      // Wait before the next attempt, because repeated attempts would use the whole processor.
      pauseAccepting(for: .milliseconds(100))
      // If the process has reached its limit of open files before the server has reached its limit of connections,
      // close a connection, because only that allows the server to accept the next client.
      if [EMFILE, ENFILE].contains(error), case .close(let id) = nextEviction(at: .now),
        let connection = connections[id]
      {
        evict(connection)
      }
    }
  }

  /// The maximum number of bytes of an answer that the server's kernel keeps while the client's kernel has no room for
  /// them.
  private static let unsentBytes: Int32 = 65_536

  private func pauseAccepting(for delay: Duration) {
    isPaused = true
    let timer = LoopSource(loop, after: max(delay, .milliseconds(1))) { [unowned self] in
      assumeIsolated { $0.accept() }
    }
    accepting = [timer]
  }

  // MARK: Making room

  private enum Eviction {
    case close(Int)
    /// No connection is slow enough to be closed now. Check again after this delay.
    case wait(Duration)
  }

  private func nextEviction(at now: ContinuousClock.Instant) -> Eviction {
    if let (spare, _) = slowest(of: connections.values.filter(\.isSpare), at: now) { return .close(spare.id) }
    guard let (slowest, lag) = slowest(of: connections.values.filter(\.waitsForClient), at: now) else {
      return .wait(.seconds(1))
    }
    return lag > options.slowness ? .close(slowest.id) : .wait(options.slowness - lag)
  }

  /// Returns the connection whose client is furthest behind, and by how much; nil without connections.
  func slowest(
    of connections: [Connection], at now: ContinuousClock.Instant
  ) -> (connection: Connection, lag: Duration)? {
    connections.map { ($0, $0.meter.lag(at: now)) }.max { $0.1 < $1.1 }
  }

  /// Closes a connection to make room for another. A client that is sending a request gets an answer with 408, if the
  /// socket has room for it.
  func evict(_ connection: Connection) {
    if [.head, .body].contains(connection.stage) {
      options.didRefuse?(408)
      connection.endsWithAnswer = true
      let text = "The server has no free connections, and this request took too long; try again later.\n"
      append(.text(408, text), to: connection)
      _ = sendOnce(connection)
    }
    close(connection)
  }
}
