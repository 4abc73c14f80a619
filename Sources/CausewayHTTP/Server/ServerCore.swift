/// A running server: its connections and their requests, on its own thread.
actor ServerCore {
  nonisolated let loop: ServerLoop
  /// The event that the server has stopped, or that its wait for tasks has timed out.
  nonisolated let isOver = Completion()
  let options: HTTPServer.Options
  let handler: HTTPServer.Handler
  /// The connections that were accepted and are not closed, by id.
  private(set) var connections: [Int: Connection] = [:]
  /// The total of the bodies of all requests, in bytes, without the first ``uncountedBytes`` of each.
  private(set) var bodyBytes = 0
  /// The total of the answers that wait to be sent, in bytes, without the answers of up to ``uncountedBytes``.
  var answerBytes = 0
  /// The number of tasks that answer a request, including those whose clients have gone.
  var running = 0
  private(set) var isStopping = false
  private var isPastStopTimeout = false
  private var stopDeadline: LoopSource?
  private(set) var listeners: [ListeningSocket]
  /// The sources that accept connections, or the timer that waits until the server can accept again.
  var accepting: [LoopSource] = []
  /// Whether ``accepting`` is the timer.
  var isPaused = false
  private var nextConnection = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(
    _ options: HTTPServer.Options, _ handler: @escaping HTTPServer.Handler, _ loop: ServerLoop,
    _ listeners: sending [ListeningSocket]
  ) {
    self.options = options
    self.handler = handler
    self.loop = loop
    self.listeners = listeners
  }

  /// Runs the server on the calling thread until it is stopped.
  nonisolated func run() {
    loop.run {
      assumeIsolated { $0.accept() }
    } end: {
      assumeIsolated { $0.stopDeadline = nil }
    }
    isOver.finish()
  }

  // MARK: The life of a connection

  /// Begins a connection, which owns the socket from then on.
  func open(_ socket: Socket) {
    nextConnection += 1
    let meter = RateMeter(minimumRate: options.minimumRate, at: .now)
    let limits = RequestReader.Limits(headBytes: options.maximumHeadBytes)
    let connection = Connection(id: nextConnection, socket: socket, meter: meter, limits: limits)
    connections[connection.id] = connection
    awaitRequest(connection)
  }

  /// Ends a connection in any of its stages.
  func close(_ connection: Connection) {
    guard connections.removeValue(forKey: connection.id) != nil else { return }
    releaseBody(connection)
    releaseAnswer(connection)
    connection.end()
    accept()
    endIfDone()
  }

  /// Counts bytes of a body that were read.
  func reserve(_ count: Int, for connection: Connection) {
    let before = Self.counted(connection.bodyBytes)
    connection.bodyBytes += count
    bodyBytes += Self.counted(connection.bodyBytes) - before
  }

  /// The number of bytes of each body and each answer that do not count, so that small ones are accepted even when
  /// large ones have used up a limit. With the default options, these bytes are at most 32 MiB for all connections
  /// together.
  static let uncountedBytes = 65_536

  /// Returns how many bytes of a body count against the limit.
  static func counted(_ bytes: Int) -> Int { max(0, bytes - uncountedBytes) }

  /// Releases a body that is no longer needed.
  func releaseBody(_ connection: Connection) {
    connection.body = []
    bodyBytes -= Self.counted(connection.bodyBytes)
    connection.bodyBytes = 0
  }

  /// Releases the counted bytes of an answer that was sent or that will never be sent.
  func releaseAnswer(_ connection: Connection) {
    answerBytes -= connection.answerBytes
    connection.answerBytes = 0
  }

  // MARK: Stopping

  /// Begins to stop; see ``HTTPServer/stop()``.
  nonisolated func stop() {
    loop.request { self.assumeIsolated { $0.beginStop() } }
  }

  private func beginStop() {
    guard !isStopping else { return }
    isStopping = true
    accepting = []
    listeners = []
    for connection in Array(connections.values) {
      switch connection.stage {
      case .idle, .head, .body, .lingering: close(connection)
      case .work, .answer: connection.endsWithAnswer = true
      case .takenOver: finish(connection)
      case .closed: break
      }
    }
    stopDeadline = LoopSource(loop, after: options.stopTimeout) { [unowned self] in
      assumeIsolated { $0.closeRemaining() }
    }
    endIfDone()
  }

  /// Closes the remaining connections without an answer, because the stop timeout has passed.
  private func closeRemaining() {
    isPastStopTimeout = true
    for connection in Array(connections.values) { close(connection) }
    endIfDone()
  }

  /// Ends the thread if it is no longer needed. While a task still works, the thread must stay, because the task
  /// returns to it with its answer.
  func endIfDone() {
    guard isStopping, connections.isEmpty else { return }
    if running == 0 { loop.end() } else if isPastStopTimeout { isOver.finish() }
  }

  // MARK: Waiting

  /// Calls `body` with the connection after a delay, unless the returned source is released earlier.
  func after(
    _ delay: Duration, _ connection: Connection, _ body: @escaping @Sendable (isolated ServerCore, Connection) -> Void
  ) -> LoopSource {
    LoopSource(loop, after: delay, call(connection, body))
  }

  /// Calls `body` with the connection when its socket meets one of the conditions.
  func when(
    _ condition: LoopSource.Condition, _ connection: Connection,
    _ body: @escaping @Sendable (isolated ServerCore, Connection) -> Void
  ) -> LoopSource {
    LoopSource(loop, connection.socket, condition, call(connection, body))
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
