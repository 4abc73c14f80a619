import CGIO

/// A server that runs: its connections and their requests, on a thread of its own.
actor ServerCore {
  nonisolated let loop = ServerLoop()
  /// It has stopped, or has waited long enough.
  nonisolated let isOver = Completion()
  let options: HTTPServer.Options
  let handler: HTTPServer.Handler
  /// Every connection that was accepted and is not closed.
  private(set) var connections: [Int: Connection] = [:]
  /// How many bytes the bodies of all requests have together, each beyond its first ``uncountedBytes``.
  private(set) var bodyBytes = 0
  /// How many bytes the answers have together that wait to be sent, except those of up to ``uncountedBytes``.
  var answerBytes = 0
  /// How many tasks answer a request, also those of clients that have gone.
  var running = 0
  private(set) var isStopping = false
  private var isCut = false
  private var stopDeadline: LoopSource?
  var listener: ListeningSocket?
  /// Accepts connections, or waits until it can.
  var accepting: LoopSource?
  /// Whether ``accepting`` only waits.
  var isPaused = false
  private var nextConnection = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(_ options: HTTPServer.Options, _ handler: @escaping HTTPServer.Handler, _ listener: sending ListeningSocket) {
    self.options = options
    self.handler = handler
    self.listener = listener
  }

  /// Serves, on the thread that calls it, until it was stopped.
  nonisolated func run() {
    loop.run {
      assumeIsolated { $0.accept() }
    } end: {
      assumeIsolated { $0.stopDeadline = nil }
    }
    isOver.finish()
  }

  // MARK: The life of a connection

  /// A connection begins. It takes the socket over.
  func open(_ socket: UnsafeMutablePointer<GSocket>) {
    nextConnection += 1
    let meter = RateMeter(minimumRate: options.minimumRate, at: .now)
    let connection = Connection(id: nextConnection, socket: socket, meter: meter)
    connections[connection.id] = connection
    awaitRequest(connection)
  }

  /// A connection ends, whatever it was doing.
  func close(_ connection: Connection) {
    guard connections.removeValue(forKey: connection.id) != nil else { return }
    giveBack(connection)
    giveBackAnswer(connection)
    connection.end()
    accept()
    endIfDone()
  }

  /// A body's bytes were read.
  func reserve(_ count: Int, for connection: Connection) {
    let before = Self.counted(connection.bodyBytes)
    connection.bodyBytes += count
    bodyBytes += Self.counted(connection.bodyBytes) - before
  }

  /// How many bytes of a body or an answer are not counted, so that large ones never keep small ones out. All
  /// connections together can have 32 MiB of them with the default options.
  static let uncountedBytes = 65_536

  /// How many bytes of a body count.
  static func counted(_ bytes: Int) -> Int { max(0, bytes - uncountedBytes) }

  /// A body is no longer needed.
  func giveBack(_ connection: Connection) {
    connection.body = []
    bodyBytes -= Self.counted(connection.bodyBytes)
    connection.bodyBytes = 0
  }

  /// An answer was sent, or never will be.
  func giveBackAnswer(_ connection: Connection) {
    answerBytes -= connection.answerBytes
    connection.answerBytes = 0
  }

  // MARK: Stopping

  /// See ``HTTPServer/stop()``.
  nonisolated func stop() {
    loop.request { self.assumeIsolated { $0.beginStop() } }
  }

  private func beginStop() {
    guard !isStopping else { return }
    isStopping = true
    accepting = nil
    listener = nil
    for connection in Array(connections.values) {
      switch connection.stage {
      case .idle, .head, .body, .lingering: close(connection)
      case .work, .answer: connection.endsWithAnswer = true
      case .closed: break
      }
    }
    stopDeadline = LoopSource(loop, after: options.stopTimeout) { [unowned self] in
      assumeIsolated { $0.cut() }
    }
    endIfDone()
  }

  /// What is still on its way gets no answer.
  private func cut() {
    isCut = true
    for connection in Array(connections.values) { close(connection) }
    endIfDone()
  }

  /// The thread ends when nobody needs it any more; a task that still works would come back to it.
  func endIfDone() {
    guard isStopping, connections.isEmpty else { return }
    if running == 0 { loop.end() } else if isCut { isOver.finish() }
  }

  // MARK: Waiting

  /// What happens with a connection after a time, unless something else happens with it before.
  func after(
    _ delay: Duration, _ connection: Connection, _ body: @escaping @Sendable (isolated ServerCore, Connection) -> Void
  ) -> LoopSource {
    LoopSource(loop, after: delay, call(connection, body))
  }

  /// What happens with a connection when its socket has something of a condition.
  func when(
    _ condition: GIOCondition, _ connection: Connection,
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
