import CSoup

/// A client's connection; of the server's thread.
final class Connection {
  /// What is going on.
  enum Stage {
    /// A request is awaited, or its head is being read.
    case head
    /// The body is being read.
    case body
    /// A task works on the answer.
    case work
    /// The answer is being sent.
    case answer
    /// The request was refused before it was read; what the client still sends is thrown away.
    case refusal
  }

  /// One of its requests.
  struct Request: Hashable {
    var connection: Int
    var number: Int
  }

  let id: Int
  /// Ours as well, so that it can be shut down also when libsoup has let it go.
  let socket: UnsafeMutablePointer<GSocket>
  /// The client's address; libsoup gives this same object with each message.
  let remote: UnsafeMutablePointer<GSocketAddress>
  /// The current request, or else the next.
  private(set) var request: Request
  var stage = Stage.head
  /// The time at which the stage has taken too long.
  var deadline: LoopSource?
  /// Whether the client is still there, while libsoup does not look or is not to see it; or what comes after a refusal.
  var watch: LoopSource?
  /// libsoup's message, while there is a request whose head was read.
  private(set) var message: OpaquePointer?
  /// The message before, by which libsoup lets an idle connection go.
  private(set) var previous: OpaquePointer?
  /// Whether the client sends nothing more.
  var hasHungUp = false
  /// What came of its body.
  var body: [UInt8] = []
  /// How many bytes its body has, also while a task works on it.
  var bodyBytes = 0
  /// What answers it.
  var task: Task<Void, Never>?
  /// The order in which connections became idle.
  var idleSince = 0

  /// Takes both objects over.
  init(id: Int, socket: UnsafeMutablePointer<GSocket>, remote: UnsafeMutablePointer<GSocketAddress>) {
    self.id = id
    self.socket = socket
    self.remote = remote
    request = Request(connection: id, number: 0)
  }

  deinit {
    endRequest()
    if let previous { g_object_unref(gpointer(previous)) }
    g_object_unref(remote)
    g_object_unref(socket)
  }

  /// Ends the connection: libsoup finds it closed, and lets it go, unless it is idle after a request.
  func shutDown() { g_socket_shutdown(socket, 1, 1, nil) }

  /// Ends the connection; not to be called by libsoup's own calls.
  ///
  /// Between two requests, libsoup (3.2 at least) does not let a connection go whose end it has read. So the end must not
  /// come to it, and the connection is taken from it.
  func drop() {
    guard stage == .head, let previous else { return shutDown() }
    watch = nil
    deadline = nil
    if g_socket_is_closed(socket) != 0 { return }
    if let stream = soup_server_message_steal_connection(previous) { g_object_unref(stream) }
    g_socket_close(socket, nil)
  }

  /// The head of a request was read.
  func beginRequest(_ message: OpaquePointer) {
    g_object_ref(gpointer(message))
    self.message = message
    stage = .body
  }

  /// There is no request any more.
  func endRequest() {
    task?.cancel()
    task = nil
    watch = nil
    deadline = nil
    body = []
    bodyBytes = 0
    stage = .head
    request.number += 1
    guard let message else { return }
    if let previous { g_object_unref(gpointer(previous)) }
    previous = message
    self.message = nil
  }
}
