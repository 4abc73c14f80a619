import CSoup
import Foundation

extension ServerCore {
  /// The connection of a message of libsoup's; nil if it has ended.
  private func connection(of message: OpaquePointer) -> Connection? {
    guard let remote = soup_server_message_get_remote_address(message) else { return nil }
    return connections.values.first { $0.remote == remote }
  }

  /// A request's head was read.
  func didReadHead(_ message: OpaquePointer) {
    guard let connection = connection(of: message) else { return }
    connection.beginRequest(message)
    connection.watch = nil
    connectSignals(of: message)
    // The body is collected here, within the limit.
    soup_message_body_set_accumulate(soup_server_message_get_request_body(message), 0)
    let head = soup_server_message_get_request_headers(message)
    // libsoup would make parts of an answer by itself, as many as the client likes.
    soup_message_headers_remove(head, "Range")
    connection.deadline = after(options.patience, connection) { $0.refuse($1, 408, "Request Timeout") }
    if !RequestHead.isClear(head) {
      refuse(connection, 400, "Bad Request")
    } else if soup_message_headers_get_content_length(head) > options.maximumBodyBytes {
      refuse(connection, 413, "Content Too Large")
    }
  }

  /// A part of the body was read.
  func didRead(_ bytes: OpaquePointer, of message: OpaquePointer) {
    guard let connection = connection(of: message), connection.stage == .body else { return }
    var count: gsize = 0
    let data = g_bytes_get_data(bytes, &count)
    guard connection.body.count + Int(count) <= options.maximumBodyBytes else {
      return refuse(connection, 413, "Content Too Large")
    }
    guard connections.values.reduce(Int(count), { $0 + $1.bodyBytes }) <= options.maximumBodyBytesAtOnce else {
      return refuse(connection, 503, "Service Unavailable")
    }
    connection.body += UnsafeRawBufferPointer(start: data, count: Int(count))
    connection.bodyBytes += Int(count)
  }

  /// A request was read as a whole.
  func didReadBody(_ message: OpaquePointer) {
    guard let connection = connection(of: message), connection.stage == .body else { return }
    guard let request = RequestHead.request(message, body: connection.body) else {
      return send(.text(400, "The address cannot be read.\n"), on: connection)
    }
    connection.body = []
    guard running < options.maximumRequests else {
      let later = [(name: "Retry-After", value: "1")]
      return send(.text(503, "The server has too much to do.\n", fields: later), on: connection)
    }
    soup_server_message_pause(message)
    connection.stage = .work
    connection.deadline = nil
    // While its message is paused, libsoup does not look whether the client is still there.
    connection.watch = when(.hangUp, connection) {
      $1.task?.cancel()
      $1.hasHungUp = true
      $1.watch = nil
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
      connection.bodyBytes = 0
      send(response, on: connection)
    }
    endIfDone()
  }

  /// A message is over, whether it was answered or not.
  func didEnd(_ message: OpaquePointer) {
    guard let connection = connection(of: message), connection.message == message else { return }
    connection.endRequest()
    becomeIdle(connection)
  }

  /// The client reads an answer.
  func didWrite(_ message: OpaquePointer) {
    guard let connection = connection(of: message), connection.stage == .answer else { return }
    connection.deadline = after(options.patience, connection) { $1.shutDown() }
  }
}

extension GIOCondition {
  /// The client sends nothing more: `POLLRDHUP`, which GLib has no name for, but passes on to poll(2).
  static let hangUp = GIOCondition(rawValue: 0x2000)
}
