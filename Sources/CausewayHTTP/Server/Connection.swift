import Foundation

/// A client's connection from accepting to closing. It is used on the server's thread only.
///
/// Only ``ServerCore/close(_:)`` ends a connection. It always closes the socket, and makes room for another connection.
final class Connection {
  /// The server's current work for the connection. A connection that stays open returns from `answer` to `idle`.
  enum Stage {
    /// The server waits for a request, and no byte of it has arrived.
    case idle
    /// The head is being read.
    case head
    /// The body is being read.
    case body
    /// A task answers the request.
    case work
    /// The answer is being sent.
    case answer
    /// Another protocol uses the connection.
    case takenOver
    /// The last answer was sent. The server still reads and drops what the client sends: if it closed the connection at
    /// once, the client's kernel would drop the answer (RFC 9112 section 9.6).
    case lingering
    /// The connection has ended.
    case closed
  }

  /// The identity of a request: the ids of the connection and of the request in it.
  struct Request: Hashable {
    var connection: Int
    var number: Int
  }

  let id: Int
  let socket: Socket
  /// The current request; between two requests, the next one.
  private(set) var request: Request
  var stage = Stage.idle
  /// The measure of how far the client is behind the minimum rate. It is reset when the connection becomes idle,
  /// when an answer begins and after the last answer.
  var meter: RateMeter
  /// The parser of the received bytes.
  var reader: RequestReader
  /// The IP address of the other end; nil if the connection was reset before it could be read.
  let peer: String?
  /// The head of the current request; nil before it was read.
  var head: RequestHead?
  /// The part of the body that has been received.
  var body: [UInt8] = []
  /// The length of the received body. It still counts against the limit while a task works on the request, although
  /// ``body`` is empty then.
  var bodyBytes = 0
  /// The time at which reading of the body began.
  var bodyStart = ContinuousClock.now
  /// The number of bytes of the answer that are counted in ``ServerCore/answerBytes``.
  var answerBytes = 0
  /// The task that answers the request.
  var task: Task<Void, Never>?
  /// The bytes and files that have to be sent.
  var output = OutputQueue()
  /// The body of the request, if the handler takes it while it arrives and it has not arrived completely.
  var incoming: RequestBody?
  /// The state of an answer that is sent as it is made; nil if the rest of the answer is in ``output``.
  struct Stream {
    /// The number of bytes that must still follow; nil if the length is not known.
    var left: Int?
    var isChunked: Bool
  }
  var stream: Stream?
  /// The task that waits until ``output`` has room for the next part of a stream.
  var roomWaiter: CheckedContinuation<Void, Never>?
  /// The protocol that uses the connection after HTTP.
  var user: (any ConnectionUser)?
  /// Whether a connection that another protocol uses ends when everything was sent.
  var finishes = false
  /// The time at which ``Stage/lingering`` ends at the latest.
  var lingersUntil = ContinuousClock.now
  /// Whether the connection ends with the current answer.
  var endsWithAnswer = false

  /// The sources for input, for room in the output, and for a reset. They end with the connection.
  var input: LoopSource?
  var room: LoopSource?
  var hangUp: LoopSource?
  /// The source that ends a stage when it has taken too long.
  var deadline: LoopSource?
  /// The source that resumes the parser with bytes that were received before.
  var resumption: LoopSource?

  /// Creates a connection, which owns the socket from then on.
  init(id: Int, socket: Socket, meter: RateMeter, limits: RequestReader.Limits) {
    self.id = id
    self.socket = socket
    self.meter = meter
    reader = RequestReader(limits: limits)
    peer = socket.address(ofOtherEnd: true)?.text
    request = Request(connection: id, number: 0)
  }

  deinit { end() }

  /// Whether the connection has answered a request and waits for the next one. Such a connection can be closed at any
  /// time (RFC 9112 section 9.3).
  var isSpare: Bool { stage == .idle && request.number > 0 }

  /// Whether the server waits for a request or reads one.
  var isReading: Bool { stage == .idle || stage == .head || stage == .body || incoming != nil }

  /// Whether the server waits for the client, which can therefore be too slow.
  var waitsForClient: Bool {
    switch stage {
    case .work, .takenOver: false
    // A stream may wait for its next part.
    case .answer: !output.isEmpty
    case .idle, .head, .body, .lingering, .closed: true
    }
  }

  /// The result of an attempt to receive.
  enum Reception {
    case bytes(Int)
    /// No bytes are available yet.
    case nothing
    /// The client has ended its output, or the connection is broken.
    case end
  }

  /// Receives the available bytes, at most 64 KiB, and passes them to `body`.
  func receive(_ body: (UnsafeRawBufferPointer) -> Void) -> Reception {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      switch socket.receive(buffer) {
      case .done(let count):
        body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return .bytes(count)
      case .wouldBlock: return .nothing
      case .end, .failed: return .end
      }
    }
  }

  /// Cancels the task, removes the sources and closes the socket.
  func end() {
    stage = .closed
    task?.cancel()
    task = nil
    (input, room, hangUp, deadline, resumption) = (nil, nil, nil, nil, nil)
    endIncoming()
    roomWaiter?.resume()
    user?.didClose()
    (stream, roomWaiter, user) = (nil, nil, nil)
    socket.close()
  }

  /// Ends a body that the handler takes while it arrives, before its end.
  /// - Returns: whether there was one.
  @discardableResult func endIncoming() -> Bool {
    guard let incoming else { return false }
    self.incoming = nil
    incoming.finish(.failure(.init()))
    return true
  }

  /// Clears the state of the current request and moves on to the next.
  func endRequest() {
    task = nil
    hangUp = nil
    head = nil
    body = []
    request.number += 1
  }
}
