import CGIO
import Foundation

extension ServerCore {
  /// A request is awaited from now on.
  func awaitRequest(_ connection: Connection) {
    connection.stage = .idle
    connection.meter = RateMeter(minimumRate: options.minimumRate, at: .now)
    connection.deadline = after(options.timeout, connection) { $0.close($1) }
    // It can make room for a client that waits.
    accept()
    guard connection.reader.hasInput else { return awaitBytes(of: connection) }
    // Not at once: requests that were sent ahead would otherwise be answered by one call within another. Not after
    // more bytes either: the client may have ended after the last request, which is to be answered all the same.
    connection.resumption = after(.zero, connection) {
      $1.resumption = nil
      $0.read($1)
    }
  }

  private func awaitBytes(of connection: Connection) {
    connection.input = when(G_IO_IN, connection) { $0.receive($1) }
  }

  private func receive(_ connection: Connection) {
    // Between two requests, a client owes nothing.
    if connection.isSpare { connection.meter = RateMeter(minimumRate: options.minimumRate, at: .now) }
    switch connection.receive({ connection.reader.append($0) }) {
    case .bytes(let count):
      connection.meter.count(count, at: .now)
      read(connection)
    case .nothing: break
    // Between two requests, or within one that cannot be completed any more.
    case .end: close(connection)
    }
  }

  /// Does what the bytes say that have come.
  private func read(_ connection: Connection) {
    do throws(RequestFault) {
      while connection.isReading, let event = try connection.reader.next() {
        switch event {
        case .head(let head): didRead(head, on: connection)
        case .body(let part): didRead(part, on: connection)
        case .end: didReadRequest(on: connection)
        }
      }
    } catch {
      return refuse(connection, error.status, error.text)
    }
    guard connection.isReading else { return }
    if connection.input == nil { awaitBytes(of: connection) }
    guard connection.stage == .idle, connection.reader.isWithinRequest else { return }
    connection.stage = .head
    connection.deadline = after(options.timeout, connection) { $0.refuse($1, 408, "The request's head did not come.") }
  }

  private func didRead(_ head: RequestHead, on connection: Connection) {
    connection.head = head
    connection.stage = .body
    connection.bodyStart = .now
    connection.endsWithAnswer = isStopping || !head.keepsConnection
    connection.deadline = after(options.timeout, connection) { $0.refuse($1, 408, "The request's body did not come.") }
    if case .length(let count) = head.framing, count > options.maximumBodyBytes {
      return refuseBody(of: connection)
    }
    if head.expectsContinue, head.framing != .length(0), !connection.reader.hasInput {
      connection.output.append(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
      if !sendOnce(connection) { close(connection) }
    }
  }

  private func didRead(_ part: ArraySlice<UInt8>, on connection: Connection) {
    guard connection.body.count + part.count <= options.maximumBodyBytes else { return refuseBody(of: connection) }
    let growth = Self.counted(connection.bodyBytes + part.count) - Self.counted(connection.bodyBytes)
    while growth > 0, bodyBytes + growth > options.maximumBodyBytesAtOnce {
      guard let givenUp = bodyToGiveUp() else {
        return refuse(connection, 503, "The server reads too much at once.")
      }
      makeRoom(givenUp)
      guard givenUp !== connection else { return }
    }
    connection.body += part
    reserve(part.count, for: connection)
  }

  /// The connection whose body can be given up, which may be the one that wants more: the slowest, or else the one that
  /// takes longest; nil if there is none.
  private func bodyToGiveUp() -> Connection? {
    let bodies = connections.values.filter { $0.stage == .body && Self.counted($0.bodyBytes) > 0 }
    let now = ContinuousClock.now
    if let (slowest, lag) = furthestBehind(bodies, at: now), lag > options.slowness { return slowest }
    // Bodies of which all but the end came at once, and then as little as the rate asks for, are not slow.
    guard let oldest = bodies.min(by: { $0.bodyStart < $1.bodyStart }) else { return nil }
    return now - oldest.bodyStart > options.bodyTimeoutWhenFull ? oldest : nil
  }

  private func refuseBody(of connection: Connection) {
    refuse(connection, 413, "The body is longer than \(options.maximumBodyBytes) bytes.")
  }

  /// A request was read as a whole.
  private func didReadRequest(on connection: Connection) {
    guard let head = connection.head, let request = HTTPRequest(head, body: Data(connection.body)) else {
      return send(.text(400, "The address cannot be read.\n"), on: connection)
    }
    connection.body = []
    guard running < options.maximumRequests else {
      let later = [(name: "Retry-After", value: "1")]
      return send(.text(503, "The server has too much to do.\n", fields: later), on: connection)
    }
    connection.stage = .work
    connection.deadline = nil
    // Nothing more is read for now, so that a client cannot send ahead without a limit.
    connection.input = nil
    // That the client sends nothing more does not mean that it has gone, so the end of what it sends is read later.
    connection.hangUp = when(.reset, connection) {
      $1.task?.cancel()
      $1.hangUp = nil
    }
    running += 1
    connection.task = Task.detached { [handler, identity = connection.request] in
      let response = await handler(request)
      await self.didAnswer(identity, response)
    }
  }

  private func didAnswer(_ request: Connection.Request, _ response: HTTPResponse) {
    running -= 1
    if let connection = connections[request.connection], connection.request == request, connection.stage == .work {
      send(response, on: connection)
    }
    endIfDone()
  }
}

extension HTTPRequest {
  /// The request, for who answers it; nil if its address cannot be read.
  fileprivate init?(_ head: RequestHead, body: Data) {
    guard let path = PercentCoding.segments(head.target.path), let query = PercentCoding.fields(head.target.query)
    else {
      return nil
    }
    self.init(
      method: head.method, path: path, query: query, fields: head.fields.map { ($0.name, $0.value) }, body: body)
  }
}

extension GIOCondition {
  /// The connection was reset: nobody reads the answer.
  static let reset = GIOCondition(rawValue: G_IO_HUP.rawValue | G_IO_ERR.rawValue)
}
