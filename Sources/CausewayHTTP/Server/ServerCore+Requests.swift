import CausewayTransport
import Foundation

extension ServerCore {
  /// Starts to wait for the next request.
  func awaitRequest(_ connection: Connection) {
    connection.stage = .idle
    connection.meter = RateMeter(minimumRate: options.minimumRate, at: .now)
    connection.deadline = after(options.timeout, connection) { $0.close($1) }
    // The connection is idle now, so it can be closed to make room for a client that waits to be accepted.
    accept()
    guard connection.reader.hasInput else { return awaitBytes(of: connection) }
    // Read in a later turn of the loop: direct calls would answer pipelined requests recursively. Do not wait for more
    // bytes either: the client may have ended its output after its last request, which must be answered.
    connection.resumption = after(.zero, connection) {
      $1.resumption = nil
      $0.read($1)
    }
  }

  private func awaitBytes(of connection: Connection) {
    connection.input = when(.input, connection) { $0.receive($1) }
  }

  private func receive(_ connection: Connection) {
    // Start the meter again, because a client need not send anything between two requests.
    if connection.isSpare { connection.meter = RateMeter(minimumRate: options.minimumRate, at: .now) }
    switch connection.receive({ connection.reader.append($0) }) {
    case .bytes(let count):
      connection.meter.count(count, at: .now)
      read(connection)
    case .nothing: break
    // The input ended between two requests, or within a request that can no longer be completed.
    case .end: close(connection)
    }
  }

  /// Parses the bytes that have been received, and handles each part of a request that they complete.
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
    if connection.input == nil, connection.stage != .work { awaitBytes(of: connection) }
    guard connection.stage == .idle, connection.reader.isWithinRequest else { return }
    connection.stage = .head
    connection.deadline = after(options.timeout, connection) {
      $0.refuse($1, 408, "The request's head did not arrive in time; send the request again.")
    }
  }

  private func didRead(_ head: RequestHead, on connection: Connection) {
    connection.head = head
    connection.stage = .body
    connection.bodyStart = .now
    connection.endsWithAnswer = isStopping || !head.keepsConnection
    if options.forwards, head.framing != .length(0) {
      var length: Int?
      if case .length(let count) = head.framing { length = count }
      connection.incoming = RequestBody(length: length)
    } else {
      connection.deadline = after(options.timeout, connection) {
        $0.refuse($1, 408, "The request's body did not arrive in time; send the request again.")
      }
      if case .length(let count) = head.framing, count > options.maximumBodyBytes {
        return refuseBody(of: connection)
      }
    }
    if head.expectsContinue, head.framing != .length(0), !connection.reader.hasInput {
      connection.output.append(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
      if !sendOnce(connection) { return close(connection) }
    }
    if connection.incoming != nil { work(on: connection) }
  }

  private func didRead(_ part: ArraySlice<UInt8>, on connection: Connection) {
    if let body = connection.incoming { return pass(part, to: body, of: connection) }
    guard connection.body.count + part.count <= options.maximumBodyBytes else { return refuseBody(of: connection) }
    let growth = Self.counted(connection.bodyBytes + part.count) - Self.counted(connection.bodyBytes)
    while growth > 0, bodyBytes + growth > options.maximumBodyBytesAtOnce {
      guard let givenUp = bodyToGiveUp() else {
        return refuse(connection, 503, "The server is receiving too much data; try again later.")
      }
      evict(givenUp)
      guard givenUp !== connection else { return }
    }
    connection.body += part
    reserve(part.count, for: connection)
  }

  /// Returns the connection whose body can be dropped: the body that is furthest behind the minimum rate, or else
  /// the oldest body; nil if neither may be dropped. The connection may be the one that needs the room.
  private func bodyToGiveUp() -> Connection? {
    let bodies = connections.values.filter { $0.stage == .body && Self.counted($0.bodyBytes) > 0 }
    let now = ContinuousClock.now
    if let (slowest, lag) = slowest(of: bodies, at: now), lag > options.slowness { return slowest }
    // The oldest body can be dropped too. It can occupy memory for a long time without being slow, if nearly all of it
    // arrived at once and the rest arrives at the minimum rate.
    guard let oldest = bodies.min(by: { $0.bodyStart < $1.bodyStart }) else { return nil }
    return now - oldest.bodyStart > options.bodyTimeoutWhenFull ? oldest : nil
  }

  private func refuseBody(of connection: Connection) {
    refuse(connection, 413, "The body is longer than \(options.maximumBodyBytes) bytes.")
  }

  /// Passes a part of a body to the handler, which works already.
  private func pass(_ part: ArraySlice<UInt8>, to body: RequestBody, of connection: Connection) {
    let mayRead = body.append(part) { [self, identity = connection.request] in
      loop.request { self.assumeIsolated { $0.resumeBody(of: identity) } }
    }
    if !mayRead { connection.input = nil }
  }

  private func resumeBody(of request: Connection.Request) {
    guard let connection = connections[request.connection], connection.request == request, connection.incoming != nil,
      connection.input == nil
    else { return }
    awaitBytes(of: connection)
    read(connection)
  }

  private func didReadRequest(on connection: Connection) {
    if let body = connection.incoming {
      connection.incoming = nil
      body.finish(.success(()))
      watchClient(of: connection) { $1.task?.cancel() }
    } else {
      work(on: connection)
    }
  }

  /// Passes a request to the handler.
  private func work(on connection: Connection) {
    guard let head = connection.head,
      let request = HTTPRequest(head, body: Data(connection.body), peer: connection.peer, forwards: options.forwards)
    else {
      options.didRefuse?(400)
      return send(.text(400, "The path or the query cannot be decoded; percent-encode it in UTF-8.\n"), on: connection)
    }
    connection.body = []
    guard running < options.maximumRequests else {
      options.didRefuse?(503)
      let later = [(name: "Retry-After", value: "1")]
      return send(
        .text(503, "The server has too many open requests; try again later.\n", fields: later), on: connection)
    }
    connection.stage = .work
    connection.deadline = nil
    if connection.incoming == nil { watchClient(of: connection) { $1.task?.cancel() } }
    running += 1
    connection.task = Task.detached { [handler, identity = connection.request, body = connection.incoming] in
      var request = request
      request.stream = body
      let response = await handler(request)
      await self.didAnswer(identity, response)
    }
  }

  /// Calls `didLeave` when the client goes away while its request is answered. Reads nothing in the meantime, so that a
  /// client cannot send pipelined requests without a limit.
  func watchClient(
    of connection: Connection, _ didLeave: @escaping @Sendable (isolated ServerCore, Connection) -> Void
  ) {
    connection.input = nil
    if options.cancelsAtEndOfInput {
      connection.input = when(.input, connection) {
        // The next request waits until this one is answered.
        $1.input = nil
        if $1.socket.isAtEnd { didLeave($0, $1) }
      }
    }
    // Without `cancelsAtEndOfInput`, only a reset counts, because a client that has ended its output may still wait for
    // the answer. The end of the input is read later.
    connection.hangUp = when(.reset, connection) {
      $1.hangUp = nil
      // Apple's systems also report an orderly end of the input here.
      if $1.socket.takeError() != 0 { didLeave($0, $1) }
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
  /// Creates the request that handlers receive; nil if its target cannot be decoded and the handler does not forward requests.
  fileprivate init?(_ head: RequestHead, body: Data, peer: String?, forwards: Bool) {
    let path = PercentCoding.segments(head.target.path)
    let query = PercentCoding.fields(head.target.query ?? "")
    guard forwards || path != nil && query != nil else { return nil }
    self.init(
      method: head.method, path: path ?? [], target: head.target.text, query: query ?? [],
      fields: head.fields.map { ($0.name, $0.value) }, body: body, peer: peer)
    if forwards { forwardedFields = head.fields.map { HTTPField(name: $0.name, bytes: $0.bytes) } }
  }
}
