import CSoup
import Foundation

extension ServerCore {
  /// Sends an answer to a request that was read.
  func send(_ response: HTTPResponse, on connection: Connection) {
    guard let message = connection.message else { return }
    let isPaused = connection.stage == .work
    connection.stage = .answer
    connection.watch = nil
    if response.status == HTTPResponse.noAnswer.status {
      // libsoup finds it closed when it begins to write.
      connection.shutDown()
      soup_server_message_set_status(message, 500, nil)
    } else if response.fault != nil {
      write(.text(500, "The server made an answer that cannot be sent.\n"), to: message, of: connection)
    } else {
      write(response, to: message, of: connection)
    }
    connection.deadline = after(options.patience, connection) { $1.shutDown() }
    if isPaused { soup_server_message_unpause(message) }
  }

  private func write(_ response: HTTPResponse, to message: OpaquePointer, of connection: Connection) {
    soup_server_message_set_status(message, guint(response.status), nil)
    let head = soup_server_message_get_response_headers(message)
    for (name, value) in response.fields { soup_message_headers_append(head, name, value) }
    if isStopping || connection.hasHungUp { soup_message_headers_replace(head, "Connection", "close") }
    guard !response.body.isEmpty, ![204, 304].contains(response.status) else { return }
    let bytes = response.body.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    soup_message_body_append_bytes(soup_server_message_get_response_body(message), bytes)
    g_bytes_unref(bytes)
  }

  /// Answers a request that will not be read to its end, and closes the connection.
  ///
  /// The client may be in the middle of sending: were the connection closed at once, its system would throw the answer
  /// away. So it may go on sending for a while, to nobody.
  func refuse(_ connection: Connection, _ status: Int, _ reason: String) {
    guard connection.stage == .body, let message = connection.message else { return }
    soup_server_message_pause(message)
    connection.stage = .refusal
    connection.body = []
    connection.bodyBytes = 0
    let answer = "HTTP/1.1 \(status) \(reason)\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    g_socket_send_with_blocking(connection.socket, answer, gsize(answer.utf8.count), 0, nil, nil)
    g_socket_shutdown(connection.socket, 0, 1, nil)
    connection.deadline = after(min(.seconds(2), options.patience), connection) { $0.endRefusal($1) }
    connection.watch = when(G_IO_IN, connection) { $0.throwAway($1) }
  }

  private func throwAway(_ connection: Connection) {
    let count = withUnsafeTemporaryAllocation(of: gchar.self, capacity: 65_536) { buffer in
      g_socket_receive_with_blocking(connection.socket, buffer.baseAddress, gsize(buffer.count), 0, nil, nil)
    }
    if count <= 0 { endRefusal(connection) }
  }

  func endRefusal(_ connection: Connection) {
    connection.watch = nil
    connection.deadline = nil
    connection.shutDown()
    // libsoup finds it closed.
    if let message = connection.message { soup_server_message_unpause(message) }
  }
}
