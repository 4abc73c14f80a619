import CSoup

/// A server that runs: libsoup's, its connections and their requests, on a thread of its own.
actor ServerCore {
  nonisolated let loop = ServerLoop()
  /// It has stopped, or has waited long enough.
  nonisolated let isOver = Completion()
  let options: HTTPServer.Options
  let handler: HTTPServer.Handler
  private(set) var server: UnsafeMutablePointer<SoupServer>?
  var connections: [Int: Connection] = [:]
  /// How many tasks answer a request, also those of clients that have gone.
  var running = 0
  private(set) var isStopping = false
  private var isCut = false
  private var stopDeadline: LoopSource?
  var listener: ListeningSocket?
  var accepting: LoopSource?
  var nextConnection = 0
  var idleCount = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(_ options: HTTPServer.Options, _ handler: @escaping HTTPServer.Handler, _ listener: sending ListeningSocket) {
    self.options = options
    self.handler = handler
    self.listener = listener
  }

  /// Serves, on the thread that calls it, until it was stopped.
  nonisolated func run() {
    loop.run {
      assumeIsolated { $0.begin() }
    } look: {
      assumeIsolated { $0.forgetClosed() }
    } end: {
      assumeIsolated { $0.end() }
    }
    isOver.finish()
  }

  private func begin() {
    let server = csoup_server_new()
    self.server = server
    connectSignals(of: server)
    // libsoup keeps a connection open only while it listens, but its way to accept them never ends once the process had
    // no file descriptor left for one, and has no limit. So it listens in a context in which nothing runs, and the
    // connections are accepted here.
    let nowhere = g_main_context_new()
    g_main_context_push_thread_default(nowhere)
    if let listener { soup_server_listen_socket(server, listener.socket, SoupServerListenOptions(0), nil) }
    g_main_context_pop_thread_default(nowhere)
    g_main_context_unref(nowhere)
    accept()
  }

  private func end() {
    if let server {
      soup_server_disconnect(server)
      g_object_unref(server)
    }
    server = nil
    stopDeadline = nil
  }

  /// See ``HTTPServer/stop()``.
  nonisolated func stop() {
    loop.request { self.assumeIsolated { $0.beginStop() } }
  }

  private func beginStop() {
    guard !isStopping else { return }
    isStopping = true
    accepting = nil
    listener = nil
    for connection in connections.values {
      switch connection.stage {
      case .head, .body: connection.drop()
      case .refusal: endRefusal(connection)
      case .work, .answer: break
      }
    }
    stopDeadline = LoopSource(loop, after: options.stopPatience) { [unowned self] in
      assumeIsolated { $0.cut() }
    }
    endIfDone()
  }

  /// What is still on its way gets no answer.
  private func cut() {
    isCut = true
    for connection in connections.values { connection.endRequest() }
    if let server { soup_server_disconnect(server) }
    connections = [:]
    endIfDone()
  }

  /// The thread ends when nobody needs it any more; a task that still works would come back to it.
  func endIfDone() {
    guard isStopping, connections.isEmpty else { return }
    if running == 0 { loop.end() } else if isCut { isOver.finish() }
  }
}
