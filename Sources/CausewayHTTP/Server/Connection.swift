import CGIO
import Foundation

/// A client's connection, from when it is accepted until it is closed; of the server's thread.
///
/// ``ServerCore/close(_:)`` is the only end of it. Whatever happened before, the socket is closed then, and its place is
/// free.
final class Connection {
  /// What is going on.
  enum Stage {
    /// A request is awaited, of which nothing has come.
    case idle
    /// The head is being read.
    case head
    /// The body is being read.
    case body
    /// A task works on the answer.
    case work
    /// The answer is being sent.
    case answer
    /// The last answer was sent. What the client still sends is thrown away: were the connection closed at once, the
    /// client's system would throw the answer away (RFC 9112 section 9.6).
    case lingering
    /// It has ended.
    case closed
  }

  /// One of its requests.
  struct Request: Hashable {
    var connection: Int
    var number: Int
  }

  let id: Int
  let socket: UnsafeMutablePointer<GSocket>
  /// The current request, or else the next.
  private(set) var request: Request
  var stage = Stage.idle
  /// When it was last idle, has begun to read the head or the body, or to be answered; and how fast it does that.
  var meter: RateMeter
  /// Reads the bytes that come.
  var reader = RequestReader()
  /// The head of the current request, when it was read.
  var head: RequestHead?
  /// What came of the body.
  var body: [UInt8] = []
  /// How many bytes the body has, also while a task works on it.
  var bodyBytes = 0
  /// When the body began to be read.
  var bodyStart = ContinuousClock.now
  /// How many bytes of the answer count in ``ServerCore/answerBytes``.
  var answerBytes = 0
  /// What answers the request.
  var task: Task<Void, Never>?
  /// What has to be sent.
  var output = OutputQueue()
  /// When ``Stage/lingering`` ends at the latest.
  var lingersUntil = ContinuousClock.now
  /// Whether the connection ends with the current answer.
  var endsWithAnswer = false

  /// What the server waits for, at most one of each; all of it ends with the connection.
  var input: LoopSource?
  var room: LoopSource?
  var hangUp: LoopSource?
  /// The time at which the stage has taken too long.
  var deadline: LoopSource?
  /// Lets bytes be read that are there already.
  var resumption: LoopSource?

  /// Takes the socket over.
  init(id: Int, socket: UnsafeMutablePointer<GSocket>, meter: RateMeter) {
    self.id = id
    self.socket = socket
    self.meter = meter
    request = Request(connection: id, number: 0)
    g_socket_set_blocking(socket, 0)
  }

  deinit {
    end()
    g_object_unref(socket)
  }

  /// Whether it was answered before and waits for the next request: it can be closed at any time (RFC 9112 section 9.3).
  var isSpare: Bool { stage == .idle && request.number > 0 }

  /// Whether a request is awaited or being read.
  var isReading: Bool { stage == .idle || stage == .head || stage == .body }

  /// Whether its client can be too slow now.
  var waitsForClient: Bool { stage != .work }

  /// What came of an attempt to receive.
  enum Reception {
    case bytes(Int)
    /// Nothing is there yet.
    case nothing
    /// The client sends nothing more, or has gone.
    case end
  }

  /// Receives what is there, of which the body gets at most 64 KiB.
  func receive(_ body: (UnsafeRawBufferPointer) -> Void) -> Reception {
    withUnsafeTemporaryAllocation(of: gchar.self, capacity: 65_536) { buffer in
      var error: UnsafeMutablePointer<GError>?
      let count = g_socket_receive_with_blocking(socket, buffer.baseAddress, gsize(buffer.count), 0, nil, &error)
      if let error {
        defer { g_error_free(error) }
        return cgio_is_error(error, gint(G_IO_ERROR_WOULD_BLOCK.rawValue)) != 0 ? .nothing : .end
      }
      guard count > 0 else { return .end }
      body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]))
      return .bytes(count)
    }
  }

  /// Gives everything back; the socket is closed after it.
  func end() {
    stage = .closed
    task?.cancel()
    task = nil
    (input, room, hangUp, deadline, resumption) = (nil, nil, nil, nil, nil)
    g_socket_close(socket, nil)
  }

  /// The request is over.
  func endRequest() {
    task = nil
    head = nil
    body = []
    request.number += 1
  }
}
