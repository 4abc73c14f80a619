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
  /// Whether the client is still there, while libsoup does not look; or what it sends after a refusal.
  var watch: LoopSource?
  /// libsoup's message, while there is a request whose head was read.
  private(set) var message: OpaquePointer?
  /// What came of its body.
  var body: [UInt8] = []
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
    g_object_unref(remote)
    g_object_unref(socket)
  }

  /// Ends the connection: libsoup finds it closed, and lets it go.
  func shutDown() { g_socket_shutdown(socket, 1, 1, nil) }

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
    if let message { g_object_unref(gpointer(message)) }
    message = nil
    stage = .head
    request.number += 1
  }
}
