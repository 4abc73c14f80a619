import CWebKitGTK

extension URLRequest {
  /// Converts a `WebKitURIRequest`; nil if Foundation cannot parse its URL.
  @MainActor
  static func make(_ request: OpaquePointer) -> URLRequest? {
    guard let url = String(borrowing: webkit_uri_request_get_uri(request)).flatMap({ URL(string: $0) }) else {
      return nil
    }
    var result = URLRequest(url: url)
    result.httpMethod = String(borrowing: webkit_uri_request_get_http_method(request)) ?? "GET"
    for (name, value) in HeaderFields.read(webkit_uri_request_get_http_headers(request)) {
      result.addValue(value, forHTTPHeaderField: name)
    }
    return result
  }
}

extension URLResponse {
  /// Converts a `WebKitURIResponse`, to an `HTTPURLResponse` if it has a status; nil if Foundation cannot parse its
  /// URL.
  @MainActor
  static func make(_ response: OpaquePointer) -> URLResponse? {
    guard let url = String(borrowing: webkit_uri_response_get_uri(response)).flatMap({ URL(string: $0) }) else {
      return nil
    }
    let status = Int(webkit_uri_response_get_status_code(response))
    if status > 0 {
      let fields = HeaderFields.read(webkit_uri_response_get_http_headers(response))
      return HTTPURLResponse(
        url: url, statusCode: status, httpVersion: nil, headerFields: Dictionary(fields) { $0 + ", " + $1 })
    }
    return URLResponse(
      url: url, mimeType: String(borrowing: webkit_uri_response_get_mime_type(response)),
      expectedContentLength: Int(truncatingIfNeeded: webkit_uri_response_get_content_length(response)),
      textEncodingName: nil)
  }
}

/// Access to header fields in libsoup's format.
@MainActor
enum HeaderFields {
  /// Returns the names and values of the header fields, in their order; an empty array for nil.
  static func read(_ headers: OpaquePointer?) -> [(String, String)] {
    guard let headers else { return [] }
    var fields: [(String, String)] = []
    withUnsafeMutablePointer(to: &fields) { fields in
      soup_message_headers_foreach(
        headers,
        { name, value, data in
          guard let name, let value, let data else { return }
          data.assumingMemoryBound(to: [(String, String)].self).pointee.append(
            (String(cString: name), String(cString: value)))
        }, fields)
    }
    return fields
  }
}
