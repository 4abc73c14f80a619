import CSoup
import Foundation

/// One request of a client, and the answer to it.
@MainActor final class Exchange {
  private let message: OpaquePointer
  private var isPaused = false
  /// The task that waits until the current part is sent; nil if none does.
  private var writing: CheckedContinuation<Void, Never>?
  private(set) var isAnswered = false
  /// Whether the client has disconnected or has received the answer.
  private(set) var isOver = false
  /// Called when the client has disconnected or has received the answer.
  var onEnd: (@MainActor () -> Void)?
  /// Reports that the client has disconnected. libsoup does not notice this while an answer waits for its next part.
  private var disconnection: DisconnectionWatch?

  init(_ message: OpaquePointer) {
    self.message = message
    g_object_ref(UnsafeMutableRawPointer(message))
    connect(message, "finished") { [weak self] in
      guard let self, !isOver else { return }
      finish()
    }
  }

  private func finish() {
    isOver = true
    disconnection = nil
    didWrite()
    onEnd?()
    onEnd = nil
  }

  isolated deinit {
    // A paused message without an answer would keep its connection open forever.
    if isPaused, !isOver { soup_server_message_unpause(message) }
    g_object_unref(UnsafeMutableRawPointer(message))
  }

  // MARK: The request

  /// The method, such as `GET`.
  var method: String { String(cString: soup_server_message_get_method(message)) }

  /// The percent-encoded path.
  var path: String { text(g_uri_get_path(soup_server_message_get_uri(message))) ?? "/" }

  /// The percent-encoded query; nil if there is none.
  var query: String? { text(g_uri_get_query(soup_server_message_get_uri(message))) }

  /// The path and the query.
  var target: String { path + (query.map { "?" + $0 } ?? "") }

  /// The body.
  var body: Data {
    guard let bytes = soup_message_body_flatten(soup_server_message_get_request_body(message)) else { return Data() }
    defer { g_bytes_unref(bytes) }
    return Data(bytes)
  }

  /// Checks the body's length before the body arrives, and discards a body that is not accepted.
  /// - Parameter limit: the maximum number of bytes; 0 if no body is read.
  func limitBody(to limit: Int) {
    let headers = soup_server_message_get_request_headers(message)
    let isTooLong = soup_message_headers_get_content_length(headers) > limit
    let isUnlimited = soup_message_headers_get_encoding(headers) == SOUP_ENCODING_CHUNKED
    guard isTooLong || isUnlimited || limit == 0 else { return }
    soup_message_body_set_accumulate(soup_server_message_get_request_body(message), 0)
    guard limit > 0 else { return }
    if isTooLong {
      answer(413, text: "The body is longer than \(limit >> 20) MiB, the limit of causeway serve.\n")
    } else {
      answer(411, text: "The request must state the length of its body in Content-Length.\n")
    }
  }

  /// The value of a header field; nil if there is none. If the field occurs more than once, the values are joined by
  /// commas.
  subscript(field name: String) -> String? {
    text(soup_message_headers_get_list(soup_server_message_get_request_headers(message), name))
  }

  /// The header fields in order.
  var fields: [(name: String, value: String)] {
    HeaderFields.all(soup_server_message_get_request_headers(message))
  }

  private func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }

  // MARK: The answer

  /// Keeps the request open until ``answer(_:_:_:)`` is called later.
  func pause() {
    isPaused = true
    soup_server_message_pause(message)
  }

  /// Answers the request.
  /// - Parameter fields: the header fields, without the body's length.
  func answer(_ status: Int, _ fields: [(name: String, value: String)] = [], _ body: Data = Data()) {
    guard !isAnswered, !isOver else { return }
    begin(status, fields)
    let output = soup_server_message_get_response_body(message)
    if let bytes = body.glibBytes {
      soup_message_body_append_bytes(output, bytes)
      g_bytes_unref(bytes)
    }
    soup_message_body_complete(output)
    resume()
  }

  /// Answers the request with a text.
  func answer(_ status: Int, text: String, _ fields: [(name: String, value: String)] = []) {
    answer(status, [("Content-Type", "text/plain; charset=utf-8")] + fields, Data(text.utf8))
  }

  /// Begins the answer and sends parts of the body until `next` returns nil.
  ///
  /// - Parameters:
  ///   - length: the number of bytes; nil if it is unknown. If `next` returns nil earlier, the connection is closed.
  ///   - next: returns the next part; called when the previous part has been sent.
  func answer(
    _ status: Int, _ fields: [(name: String, value: String)], length: Int?, next: @escaping @MainActor () -> Data?
  ) {
    guard !isAnswered, !isOver else { return }
    begin(status, fields)
    let output = soup_server_message_get_response_body(message)
    let headers = soup_server_message_get_response_headers(message)
    soup_message_body_set_accumulate(output, 0)
    if let length {
      soup_message_headers_set_content_length(headers, goffset(length))
    } else {
      soup_message_headers_set_encoding(headers, SOUP_ENCODING_CHUNKED)
    }
    var missing = length ?? 0
    let append: @MainActor () -> Void = { [weak self] in
      if let part = next(), let bytes = part.glibBytes {
        missing -= part.count
        soup_message_body_append_bytes(output, bytes)
        g_bytes_unref(bytes)
      } else if missing > 0 {
        // Abort later, because libsoup still uses the message while it calls this closure.
        Task { self?.abort() }
      } else {
        soup_message_body_complete(output)
      }
    }
    // Retain the exchange until the answer is sent, because the closure above may need it for `abort`.
    let former = onEnd
    onEnd = {
      former?()
      withExtendedLifetime(self) {}
    }
    connect(message, "wrote-chunk", append)
    append()
    resume()
  }

  /// Begins an answer whose body follows in parts.
  /// - Parameter length: the number of bytes; nil if it is unknown.
  func begin(_ status: Int, _ fields: [(name: String, value: String)], length: Int?) {
    guard !isAnswered, !isOver else { return }
    begin(status, fields)
    let headers = soup_server_message_get_response_headers(message)
    soup_message_body_set_accumulate(soup_server_message_get_response_body(message), 0)
    if let length {
      soup_message_headers_set_content_length(headers, goffset(length))
    } else {
      soup_message_headers_set_encoding(headers, SOUP_ENCODING_CHUNKED)
    }
    connect(message, "wrote-chunk") { [weak self] in self?.didWrite() }
    disconnection = DisconnectionWatch(of: message) { [weak self] in self?.abort() }
    // The head is sent at once, because the first part may come much later.
    resume()
  }

  /// Sends the next part of the body. Returns when the part has been sent, or when the client has disconnected.
  func send(_ part: Data) async {
    guard !isOver, let bytes = part.glibBytes else { return }
    soup_message_body_append_bytes(soup_server_message_get_response_body(message), bytes)
    g_bytes_unref(bytes)
    await withCheckedContinuation { continuation in
      writing = continuation
      isPaused = false
      soup_server_message_unpause(message)
    }
  }

  /// Ends the body.
  func complete() {
    guard !isOver else { return }
    soup_message_body_complete(soup_server_message_get_response_body(message))
    isPaused = false
    soup_server_message_unpause(message)
  }

  /// Closes the connection, because the rest of the body does not exist. Otherwise the client would wait for the rest,
  /// or would mistake the next answer for it.
  func abort() {
    guard !isOver, let stream = soup_server_message_steal_connection(message) else { return }
    isPaused = false
    finish()
    g_io_stream_close_async(stream, G_PRIORITY_DEFAULT, nil, nil, nil)
    g_object_unref(stream)
  }

  private func didWrite() {
    writing?.resume()
    writing = nil
  }

  private func begin(_ status: Int, _ fields: [(name: String, value: String)]) {
    isAnswered = true
    soup_server_message_set_status(message, guint(status), nil)
    let headers = soup_server_message_get_response_headers(message)
    for (name, value) in fields { soup_message_headers_append(headers, name, value) }
  }

  private func resume() {
    guard isPaused else { return }
    isPaused = false
    soup_server_message_unpause(message)
  }

  /// Takes the connection from the server, for another protocol. The caller releases the stream.
  func takeConnection() -> UnsafeMutablePointer<GIOStream>? {
    isAnswered = true
    isPaused = false
    return soup_server_message_steal_connection(message)
  }
}

/// Functions for the header fields of libsoup's messages.
@MainActor enum HeaderFields {
  /// Returns the header fields of an HTML response, changed so that the browser does not show HTML without a bridge
  /// from its cache.
  static func uncached(_ fields: [(name: String, value: String)]) -> [(name: String, value: String)] {
    let isStored = !fields.contains {
      $0.name.lowercased() == "cache-control" && $0.value.lowercased().contains("no-store")
    }
    let kept = fields.filter { !isStored || !["cache-control", "expires", "pragma"].contains($0.name.lowercased()) }
    return kept + (isStored ? [("Cache-Control", "no-cache")] : []) + [("Vary", "Sec-Fetch-Dest")]
  }

  static func all(_ headers: OpaquePointer!) -> [(name: String, value: String)] {
    var iterator = SoupMessageHeadersIter()
    soup_message_headers_iter_init(&iterator, headers)
    var name: UnsafePointer<CChar>?
    var value: UnsafePointer<CChar>?
    var fields: [(name: String, value: String)] = []
    while soup_message_headers_iter_next(&iterator, &name, &value) != 0 {
      if let name, let value { fields.append((String(cString: name), String(cString: value))) }
    }
    return fields
  }
}

extension Data {
  /// Creates a copy of a `GBytes`.
  init(_ bytes: OpaquePointer) {
    var count: gsize = 0
    let start = g_bytes_get_data(bytes, &count)
    self = start.map { Data(bytes: $0, count: Int(count)) } ?? Data()
  }

  /// A copy as a `GBytes`, which the caller releases; nil if there are no bytes.
  var glibBytes: OpaquePointer? {
    isEmpty ? nil : withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
  }
}
