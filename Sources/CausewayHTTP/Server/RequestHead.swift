import CSoup
import Foundation

/// What libsoup has read of a request.
enum RequestHead {
  /// Whether it says once and plainly what is asked of whom, and how long the body is: what two programs could read
  /// differently is refused.
  static func isClear(_ head: OpaquePointer?) -> Bool {
    let fields = fields(head)
    let names = fields.map { $0.name.lowercased() }
    func count(_ name: String) -> Int { names.reduce(0) { $1 == name ? $0 + 1 : $0 } }
    return count("host") <= 1 && count("content-length") + count("transfer-encoding") <= 1
      && zip(names, fields).allSatisfy { $0 != "content-length" || isLength($1.value) }
  }

  /// RFC 9112 section 6.3. libsoup would take a sign, and a number that is too large for it, and wait for such a body.
  private static func isLength(_ text: String) -> Bool {
    text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) && Int64(text) != nil
  }

  /// The request, for who answers it; nil if its address cannot be read.
  static func request(_ message: OpaquePointer, body: [UInt8]) -> HTTPRequest? {
    guard let uri = soup_server_message_get_uri(message), let method = soup_server_message_get_method(message),
      let path = PercentCoding.segments(g_uri_get_path(uri).map { String(cString: $0) } ?? "/"),
      let query = PercentCoding.fields(g_uri_get_query(uri).map { String(cString: $0) } ?? "")
    else { return nil }
    return HTTPRequest(
      method: String(cString: method), path: path, query: query,
      fields: fields(soup_server_message_get_request_headers(message)), body: Data(body))
  }

  private static func fields(_ head: OpaquePointer?) -> [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    var place = SoupMessageHeadersIter()
    soup_message_headers_iter_init(&place, head)
    var name: UnsafePointer<CChar>?
    var value: UnsafePointer<CChar>?
    while soup_message_headers_iter_next(&place, &name, &value) != 0 {
      if let name, let value { fields.append((String(cString: name), String(cString: value))) }
    }
    return fields
  }
}
