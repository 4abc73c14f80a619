import CSoup

extension ServerCore {
  /// Accepts connections from now on, as long as there is room.
  func accept() {
    guard accepting == nil, let listener, !isStopping else { return }
    accepting = LoopSource(loop, listener.socket, G_IO_IN) { [unowned self] in
      assumeIsolated { $0.acceptOne() }
    }
  }

  private func acceptOne() {
    guard let listener else { return }
    guard connections.count < options.maximumConnections else {
      // Whoever waits is accepted when a connection has ended or is idle.
      accepting = nil
      connections.values.filter { $0.stage == .head }.min { $0.idleSince < $1.idleSince }?.drop()
      return
    }
    var error: UnsafeMutablePointer<GError>?
    guard let socket = g_socket_accept(listener.socket, nil, &error) else {
      let isTemporary = error.map { csoup_is_error($0, gint(G_IO_ERROR_WOULD_BLOCK.rawValue)) != 0 } ?? false
      g_clear_error(&error)
      // Such as too many open files; to try again at once would take the whole processor.
      if !isTemporary { pauseAccepting() }
      return
    }
    add(socket)
  }

  private func pauseAccepting() {
    accepting = LoopSource(loop, after: .milliseconds(100)) { [unowned self] in
      assumeIsolated {
        $0.accepting = nil
        $0.accept()
      }
    }
  }

  /// Takes the socket over.
  private func add(_ socket: UnsafeMutablePointer<GSocket>) {
    guard let server, let local = g_socket_get_local_address(socket, nil) else { return g_object_unref(socket) }
    defer { g_object_unref(local) }
    // A client that has gone already has no address.
    guard let remote = g_socket_get_remote_address(socket, nil) else { return g_object_unref(socket) }
    g_socket_set_option(socket, gint(IPPROTO_TCP), gint(TCP_NODELAY), 1, nil)
    nextConnection += 1
    let id = nextConnection
    let connection = Connection(id: id, socket: socket, remote: remote)
    connections[id] = connection
    becomeIdle(connection)
    let stream = csoup_stream(socket)
    soup_server_accept_iostream(server, stream, local, remote, nil)
    g_object_unref(stream)
  }

  /// A request is awaited from now on.
  func becomeIdle(_ connection: Connection) {
    idleCount += 1
    connection.idleSince = idleCount
    connection.deadline = after(options.patience, connection) { $1.drop() }
    if connection.previous != nil {
      connection.watch = when(.hangUp, connection, isFirst: true) {
        // What came before the end is still a request, and libsoup knows what to do when that ends.
        if g_socket_get_available_bytes($1.socket) > 0 { $1.watch = nil } else { $1.drop() }
      }
    }
    accept()
  }

  /// Forgets the connections that libsoup has closed: it tells nobody.
  func forgetClosed() {
    if isStopping { for connection in connections.values where connection.stage == .head { connection.drop() } }
    let open = connections.filter { g_socket_is_closed($0.value.socket) == 0 }
    guard open.count < connections.count else { return }
    connections = open
    accept()
    endIfDone()
  }

  /// What happens with a connection after a time, unless something else happens with it before.
  func after(
    _ delay: Duration, _ connection: Connection, _ body: @escaping @Sendable (isolated ServerCore, Connection) -> Void
  ) -> LoopSource {
    LoopSource(loop, after: delay, call(connection, body))
  }

  /// What happens with a connection when its socket has something of a condition.
  func when(
    _ condition: GIOCondition, _ connection: Connection, isFirst: Bool = false,
    _ body: @escaping @Sendable (isolated ServerCore, Connection) -> Void
  ) -> LoopSource {
    LoopSource(loop, connection.socket, condition, isFirst: isFirst, call(connection, body))
  }

  private func call(
    _ connection: Connection, _ body: @escaping @Sendable (isolated ServerCore, Connection) -> Void
  ) -> () -> Void {
    { [unowned self, id = connection.id] in
      assumeIsolated { core in
        if let connection = core.connections[id] { body(core, connection) }
      }
    }
  }
}
