import CWebKitGTK

/// WebKitGTK's request for a URL of the app's scheme.
///
/// WebKitGTK takes a response with all of its data at once, so that the parts are gathered here.
@MainActor
final class URLSchemeTask: NSObject, WKURLSchemeTask {
  private(set) var request: URLRequest
  /// Called when the task is over.
  var didEnd: () -> Void = {}

  private let engineRequest: GObjectReference
  private var response: URLResponse?
  private var data = Data()
  private var isOver = false

  init(_ engineRequest: OpaquePointer) {
    self.engineRequest = GObjectReference(borrowing: engineRequest)
    let url = String(borrowing: webkit_uri_scheme_request_get_uri(engineRequest)).flatMap { URL(string: $0) }
    request = URLRequest(url: url ?? .blank)
    request.httpMethod = String(borrowing: webkit_uri_scheme_request_get_http_method(engineRequest)) ?? "GET"
    for (name, value) in HeaderFields.read(webkit_uri_scheme_request_get_http_headers(engineRequest)) {
      request.addValue(value, forHTTPHeaderField: name)
    }
  }

  /// Reads the request's body, if there is one, and calls back.
  func readBody(then body: @escaping () -> Void) {
    guard let stream = webkit_uri_scheme_request_get_http_body(engineRequest.opaque) else { return body() }
    StreamReader.readAll(of: stream) { [weak self] data in
      g_object_unref(stream)  // the engine gave it away
      self?.request.httpBody = data
      body()
    }
  }

  func didReceive(_ response: URLResponse) {
    guard !isOver else { return }
    self.response = response
  }

  func didReceive(_ data: Data) {
    guard !isOver else { return }
    self.data.append(data)
  }

  func didFinish() {
    guard end() else { return }
    let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    let stream = g_memory_input_stream_new_from_bytes(bytes)!
    g_bytes_unref(bytes)
    withOwned(webkit_uri_scheme_response_new(stream, gint64(data.count))) { engineResponse in
      describe(engineResponse)
      webkit_uri_scheme_request_finish_with_response(engineRequest.opaque, engineResponse)
    }
    g_object_unref(stream)
  }

  func didFailWithError(_ error: any Error) {
    guard end() else { return }
    let failure = g_error_new_literal(g_quark_from_string("WKURLSchemeTask"), 1, error.localizedDescription)
    webkit_uri_scheme_request_finish_error(engineRequest.opaque, failure)
    g_error_free(failure)
  }

  /// Nobody wants the resource any more: what the handler still says is ignored. Apple's task throws an exception then.
  func stop() {
    didFailWithError(URLError(.cancelled))
  }

  private func describe(_ engineResponse: OpaquePointer) {
    if let type = response?.mimeType { webkit_uri_scheme_response_set_content_type(engineResponse, type) }
    guard let http = response as? HTTPURLResponse else { return }
    webkit_uri_scheme_response_set_status(engineResponse, guint(http.statusCode), nil)
    let headers = soup_message_headers_new(SOUP_MESSAGE_HEADERS_RESPONSE)
    for (name, value) in http.allHeaderFields { soup_message_headers_append(headers, "\(name)", "\(value)") }
    // The response takes the headers over.
    webkit_uri_scheme_response_set_http_headers(engineResponse, headers)
  }

  private func end() -> Bool {
    guard !isOver else { return false }
    isOver = true
    GLibPump.shared.wake()
    didEnd()
    return true
  }

  isolated deinit {
    // A handler that lets go of its task without an end would leave the page waiting.
    didFailWithError(URLError(.cancelled))
  }
}
