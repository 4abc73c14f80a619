import Foundation

extension ServerCore {
  /// Sends the answer to a request that was read completely.
  func send(_ response: HTTPResponse, on connection: Connection) {
    releaseBody(connection)
    connection.hangUp = nil
    guard response.status != HTTPResponse.noAnswer.status else { return close(connection) }
    // The rest of the request's body is not read, so the next request cannot be found.
    let leavesBody = connection.endIncoming()
    if leavesBody { connection.endsWithAnswer = true }
    if let takeover = response.takeover {
      guard leavesBody else { return begin(takeover, on: connection) }
      // The other protocol would take the rest of the body for its own bytes.
      takeover.user.didClose()
      return close(connection)
    }
    connection.endsWithAnswer = connection.endsWithAnswer || isStopping
    var response = response
    if response.fault != nil {
      response = .text(500, "The answer of the server is not valid, so it was not sent.\n")
      options.didReplace?(response.status)
    }
    let length = AnswerHead.hasBody(response, for: connection.head?.method) ? response.body.count : 0
    if !reserveAnswer(length, for: connection) {
      let later = [(name: "Retry-After", value: "1")]
      response = .text(503, "Too many answers wait to be sent; try again later.\n", fields: later)
      options.didReplace?(response.status)
    }
    let isVersion10 = connection.head?.isVersion10 == true
    let stream = AnswerHead.hasBody(response, for: connection.head?.method) ? response.stream : nil
    if stream != nil, response.length == nil, isVersion10 { connection.endsWithAnswer = true }
    append(response, to: connection)
    if let stream { begin(stream, on: connection) }
    beginAnswer(connection)
    if connection.stage == .answer, stream != nil { watchClient(of: connection) { $0.close($1) } }
  }

  /// Counts the bytes of an answer. If the limit would be exceeded, closes connections whose clients read other answers
  /// too slowly.
  /// - Returns: false if there is no room for the answer.
  private func reserveAnswer(_ count: Int, for connection: Connection) -> Bool {
    guard count > Self.uncountedBytes else { return true }
    guard count <= options.maximumAnswerBytesAtOnce else { return false }
    while answerBytes + count > options.maximumAnswerBytesAtOnce {
      let readers = connections.values.filter { $0.answerBytes > 0 }
      guard let (slowest, lag) = slowest(of: readers, at: .now), lag > options.slowness else { return false }
      close(slowest)
    }
    connection.answerBytes = count
    answerBytes += count
    return true
  }

  /// Answers a request that is not read to its end, and closes the connection afterward.
  func refuse(_ connection: Connection, _ status: Int, _ text: String) {
    options.didRefuse?(status)
    releaseBody(connection)
    // A handler that takes the body while it arrives works already.
    if connection.endIncoming() { connection.task?.cancel() }
    connection.endsWithAnswer = true
    append(.text(status, text + "\n"), to: connection)
    beginAnswer(connection)
  }

  /// Appends an answer to the output of a connection.
  func append(_ response: HTTPResponse, to connection: Connection) {
    let method = connection.head?.method
    connection.output.append(
      AnswerHead.bytes(
        of: response, closes: connection.endsWithAnswer, isVersion10: connection.head?.isVersion10 == true))
    guard AnswerHead.hasBody(response, for: method), response.stream == nil else { return }
    if let file = response.file { connection.output.append(file) } else { connection.output.append(response.body) }
  }

  private func beginAnswer(_ connection: Connection) {
    connection.stage = .answer
    connection.input = nil
    connection.meter = RateMeter(minimumRate: options.minimumRate, at: .now)
    awaitReader(of: connection, options.timeout)
    write(connection)
  }

  /// Closes the connection when its client is too far behind with reading.
  private func awaitReader(of connection: Connection, _ delay: Duration) {
    connection.deadline = after(delay, connection) { core, connection in
      let left = core.options.timeout - connection.meter.lag(at: .now)
      if left <= .zero { core.close(connection) } else { core.awaitReader(of: connection, left) }
    }
  }

  func write(_ connection: Connection) {
    guard sendOnce(connection) else { return close(connection) }
    if connection.stream != nil { continueStream(connection) }
    if connection.output.isEmpty {
      connection.room = nil
      if connection.stage == .takenOver {
        connection.user?.outputDidDrain()
        if connection.finishes { linger(connection) }
      } else if connection.stream == nil {
        didWrite(connection)
      }
    } else if connection.room == nil {
      connection.room = when(.room, connection) { $0.write($1) }
    }
  }

  /// Lets a stream make its next part when there is room. Its client is timed only while bytes wait for it.
  private func continueStream(_ connection: Connection) {
    if connection.output.isEmpty {
      connection.deadline = nil
    } else if connection.deadline == nil {
      connection.meter = RateMeter(minimumRate: options.minimumRate, at: .now)
      awaitReader(of: connection, options.timeout)
    }
    guard connection.output.byteCount <= Self.uncountedBytes, let waiter = connection.roomWaiter else { return }
    connection.roomWaiter = nil
    waiter.resume()
  }

  /// Sends as much as the socket takes, in at most four calls, so that other connections are served in between.
  /// - Returns: false if the connection is broken, or if a file has become shorter than the head of the answer
  ///   announced.
  func sendOnce(_ connection: Connection) -> Bool {
    var isOpen = true
    for _ in 0..<4 where isOpen && !connection.output.isEmpty {
      var mustWait = false
      let sent = connection.output.send { bytes in
        switch connection.socket.send(UnsafeRawBufferPointer(rebasing: bytes[..<min(bytes.count, 1 << 20)])) {
        case .done(let count): return count
        case .wouldBlock: mustWait = true
        case .end, .failed: isOpen = false
        }
        return 0
      }
      guard let count = sent else { return false }
      if count > 0 { connection.meter.count(count, at: .now) }
      if mustWait { break }
    }
    return isOpen
  }

  private func didWrite(_ connection: Connection) {
    releaseAnswer(connection)
    guard connection.endsWithAnswer else {
      connection.endRequest()
      return awaitRequest(connection)
    }
    linger(connection)
  }

  /// Ends the output of a connection, and reads what the client still sends.
  private func linger(_ connection: Connection) {
    connection.user?.didClose()
    connection.user = nil
    connection.socket.endOutput()
    // A stopping server does not linger if no input waits to be read: closing the socket then does not reset the
    // connection, which would destroy the answer.
    if isStopping, !connection.socket.hasInput { return close(connection) }
    connection.stage = .lingering
    // Input is not counted from now on: a lingering connection can be closed to make room for another, whatever it
    // sends.
    connection.meter = RateMeter(minimumRate: options.minimumRate, at: .now)
    awaitEnd(of: connection, until: .now + options.timeout)
    connection.input = when(.input, connection) { $0.discardInput($1) }
  }

  /// Closes the connection when nothing has arrived for 2 seconds, and no later than the time `latest`.
  private func awaitEnd(of connection: Connection, until latest: ContinuousClock.Instant) {
    connection.lingersUntil = latest
    connection.deadline = after(min(.seconds(2), latest - .now), connection) { $0.close($1) }
  }

  private func discardInput(_ connection: Connection) {
    switch connection.receive({ _ in }) {
    case .bytes: awaitEnd(of: connection, until: connection.lingersUntil)
    case .nothing: break
    case .end: close(connection)
    }
  }
}
