import CGIO
import Foundation

extension ServerCore {
  /// Sends the answer to a request that was read completely.
  func send(_ response: HTTPResponse, on connection: Connection) {
    releaseBody(connection)
    connection.hangUp = nil
    guard response.status != HTTPResponse.noAnswer.status else { return close(connection) }
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
    append(response, to: connection)
    beginAnswer(connection)
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
    connection.endsWithAnswer = true
    append(.text(status, text + "\n"), to: connection)
    beginAnswer(connection)
  }

  /// Appends an answer to the output of a connection.
  func append(_ response: HTTPResponse, to connection: Connection) {
    let method = connection.head?.method
    connection.output.append(AnswerHead.bytes(of: response, closes: connection.endsWithAnswer))
    guard AnswerHead.hasBody(response, for: method) else { return }
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

  private func write(_ connection: Connection) {
    guard sendOnce(connection) else { return close(connection) }
    if connection.output.isEmpty {
      connection.room = nil
      didWrite(connection)
    } else if connection.room == nil {
      connection.room = when(G_IO_OUT, connection) { $0.write($1) }
    }
  }

  /// Sends as much as the socket takes, in at most four calls, so that other connections are served in between.
  /// - Returns: false if the connection is broken, or if a file has become shorter than the head of the answer
  ///   announced.
  func sendOnce(_ connection: Connection) -> Bool {
    var isOpen = true
    for _ in 0..<4 where isOpen && !connection.output.isEmpty {
      var error: UnsafeMutablePointer<GError>?
      let sent = connection.output.send { bytes in
        let size = gsize(min(bytes.count, 1 << 20))
        return g_socket_send_with_blocking(
          connection.socket, bytes.bindMemory(to: gchar.self).baseAddress, size, 0, nil, &error)
      }
      guard let count = sent else { return false }
      if count > 0 { connection.meter.count(count, at: .now) }
      guard let error else { continue }
      isOpen = cgio_is_error(error, gint(G_IO_ERROR_WOULD_BLOCK.rawValue)) != 0
      g_error_free(error)
      break
    }
    return isOpen
  }

  private func didWrite(_ connection: Connection) {
    releaseAnswer(connection)
    guard connection.endsWithAnswer else {
      connection.endRequest()
      return awaitRequest(connection)
    }
    g_socket_shutdown(connection.socket, 0, 1, nil)
    // A stopping server does not linger if no input waits to be read: closing the socket then does not reset the
    // connection, which would destroy the answer.
    if isStopping, g_socket_get_available_bytes(connection.socket) <= 0 { return close(connection) }
    connection.stage = .lingering
    // Input is not counted from now on: a lingering connection can be closed to make room for another, whatever it
    // sends.
    connection.meter = RateMeter(minimumRate: options.minimumRate, at: .now)
    awaitEnd(of: connection, until: .now + options.timeout)
    connection.input = when(G_IO_IN, connection) { $0.discardInput($1) }
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
