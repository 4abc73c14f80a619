import Foundation

/// The head of an answer, as the server sends it (RFC 9112 section 4).
enum AnswerHead {
  /// Returns the first line, the fields and the empty line.
  /// - Parameters:
  ///   - closes: true if the connection ends with the answer.
  ///   - isVersion10: whether the client reads only HTTP/1.0, which has no chunks: the end of the connection is then the end of
  ///     a body whose length is not known.
  static func bytes(of response: HTTPResponse, closes: Bool, isVersion10: Bool = false) -> Data {
    var head = Data("HTTP/1.1 \(response.status) \(response.reason ?? reason(response.status))\r\n".utf8)
    for (name, value) in response.fields { head += Data("\(name): \(value)\r\n".utf8) }
    for field in response.forwardedFields { head += Data("\(field.name): ".utf8) + field.bytes + Data("\r\n".utf8) }
    if mayHaveBody(response.status) {
      if let length = response.length {
        head += Data("Content-Length: \(length)\r\n".utf8)
      } else if !isVersion10 {
        head += Data("Transfer-Encoding: chunked\r\n".utf8)
      }
    }
    head += Data("Date: \(date(Date()))\r\n".utf8)
    if closes { head += Data("Connection: close\r\n".utf8) }
    return head + Data("\r\n".utf8)
  }

  /// Returns whether the answer is sent with its body.
  /// - Parameter method: the request's method; nil if the request could not be read.
  static func hasBody(_ response: HTTPResponse, for method: String?) -> Bool {
    method != "HEAD" && mayHaveBody(response.status)
  }

  /// Returns whether answers with a status may have a body (RFC 9110 sections 15.3.5 and 15.4.5).
  private static func mayHaveBody(_ status: Int) -> Bool { status != 204 && status != 304 }

  /// Returns a date such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section 5.6.7). The result does not depend on a
  /// locale.
  static func date(_ date: Date) -> String {
    var seconds = time_t(date.timeIntervalSince1970)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
    return "\(day) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
  }

  /// Returns the reason phrase of a status (RFC 9110 section 15, RFC 6585). Clients ignore it.
  private static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 202: "Accepted"
    case 204: "No Content"
    case 206: "Partial Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 402: "Payment Required"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 410: "Gone"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 417: "Expectation Failed"
    case 422: "Unprocessable Content"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    case 505: "HTTP Version Not Supported"
    // The reason phrase is optional.
    default: ""
    }
  }
}
