import CWebKitGTK

/// A request of WebKitGTK for a URL of an app's scheme. The data is gathered and handed over when it is complete.
@MainActor final class URLSchemeTask: WKURLSchemeTask {
  let request: URLRequest
  private let engineRequest: OpaquePointer
  private var response: URLResponse?
  private var data = Data()
  private var isOver = false

  init(_ engineRequest: OpaquePointer) {
    self.engineRequest = engineRequest
    g_object_ref(UnsafeMutableRawPointer(engineRequest))
    let url = string(webkit_uri_scheme_request_get_uri(engineRequest)).flatMap(URL.init(string:))
    var request = URLRequest(url: url ?? URL(fileURLWithPath: "/"))
    request.httpMethod = string(webkit_uri_scheme_request_get_http_method(engineRequest)) ?? "GET"
    self.request = request
  }

  func didReceive(_ response: URLResponse) {
    self.response = response
  }

  func didReceive(_ data: Data) {
    self.data.append(data)
  }

  func didFinish() {
    guard end() else { return }
    let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    let stream = g_memory_input_stream_new_from_bytes(bytes)
    g_bytes_unref(bytes)
    defer { g_object_unref(UnsafeMutableRawPointer(stream)) }
    let engineResponse = webkit_uri_scheme_response_new(stream, gint64(data.count))
    defer { g_object_unref(UnsafeMutableRawPointer(engineResponse)) }
    if let type = response?.mimeType { webkit_uri_scheme_response_set_content_type(engineResponse, type) }
    if let http = response as? HTTPURLResponse {
      webkit_uri_scheme_response_set_status(engineResponse, guint(http.statusCode), nil)
      let headers = soup_message_headers_new(SOUP_MESSAGE_HEADERS_RESPONSE)
      for (name, value) in http.allHeaderFields {
        soup_message_headers_append(headers, "\(name)", "\(value)")
      }
      webkit_uri_scheme_response_set_http_headers(engineResponse, headers)
      if let type = http.value(forHTTPHeaderField: "Content-Type") {
        webkit_uri_scheme_response_set_content_type(engineResponse, type)
      }
    }
    webkit_uri_scheme_request_finish_with_response(engineRequest, engineResponse)
  }

  func didFailWithError(_ error: any Error) {
    guard end() else { return }
    let failure = g_error_new_literal(g_quark_from_string("causeway-scheme"), 1, error.localizedDescription)
    webkit_uri_scheme_request_finish_error(engineRequest, failure)
    g_error_free(failure)
  }

  private func end() -> Bool {
    guard !isOver else {
      assertionFailure("A URL scheme task was ended twice.")
      return false
    }
    isOver = true
    return true
  }

  isolated deinit {
    g_object_unref(UnsafeMutableRawPointer(engineRequest))
  }
}
