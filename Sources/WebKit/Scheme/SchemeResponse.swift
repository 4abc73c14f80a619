import CWebKitGTK

/// WebKitGTK's response to a task. The engine reads the response only after its stream has delivered data.
@MainActor
final class SchemeResponse {
  let engine: GObjectReference

  init(_ stream: SchemeStream) {
    engine = withOwned(stream.makeInputStream()) {
      GObjectReference(owning: webkit_uri_scheme_response_new(UnsafeMutablePointer($0), -1))
    }
  }

  /// Copies the handler's response to the engine's response.
  func describe(_ response: URLResponse) {
    let http = response as? HTTPURLResponse
    if let type = response.mimeType {
      let encoding = response.textEncodingName.map { "; charset=\($0)" } ?? ""
      webkit_uri_scheme_response_set_content_type(engine.opaque, type + encoding)
    }
    webkit_uri_scheme_response_set_status(engine.opaque, guint(http?.statusCode ?? 200), nil)
    let headers = soup_message_headers_new(SOUP_MESSAGE_HEADERS_RESPONSE)
    for (name, value) in http?.allHeaderFields ?? [:] { soup_message_headers_append(headers, "\(name)", "\(value)") }
    // The engine's response takes ownership of the headers.
    webkit_uri_scheme_response_set_http_headers(engine.opaque, headers)
    cwk_uri_scheme_response_set_length(engine.opaque, gint64(max(-1, response.expectedContentLength)))
  }
}
