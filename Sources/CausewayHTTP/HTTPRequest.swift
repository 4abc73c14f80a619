import CausewayTransport
import Foundation

/// A request of a client.
package struct HTTPRequest: Sendable {
  /// The method, such as `GET`.
  package var method: String
  /// The percent-encoded path and query, as they were sent: `/orders/1?page=2`. The target consists of visible ASCII
  /// characters, begins with a slash and has no segment `.` or `..`.
  package var target: String
  /// The percent-decoded segments of the path: `["orders", "1"]` for `/orders/1`. Empty if the path cannot be decoded, which
  /// only handlers that forward requests see (``HTTPServer/Options/forwards``).
  package var path: [String]
  /// The percent-decoded names and values of the query, in order.
  package var query: [(name: String, value: String)]
  /// The header fields in order, as they were sent.
  package var fields: [(name: String, value: String)]
  /// The header fields in order, with values of any bytes. Empty unless the handler forwards requests.
  package var forwardedFields: [HTTPField] = []
  /// The body; empty if there is none, or if it is a ``stream``.
  package var body: Data
  /// The body while it arrives; nil if there is none, or unless the handler forwards requests.
  package var stream: RequestBody?
  /// The IP address from which the request arrived: that of the client or of a proxy; nil if it is not known.
  package var peer: String?

  /// - Parameter target: the percent-encoded path and query; nil to encode `path` and `query`.
  package init(
    method: String, path: [String], target: String? = nil, query: [(name: String, value: String)] = [],
    fields: [(name: String, value: String)] = [], body: Data = Data(), peer: String? = nil
  ) {
    self.method = method
    self.target = target ?? PercentCoding.target(path: path, query: query)
    self.path = path
    self.query = query
    self.fields = fields
    self.body = body
    self.peer = peer
  }

  /// The value of the first header field with a name, ignoring letter case; nil if there is none.
  package subscript(field name: String) -> String? {
    fields.first { $0.name.caseInsensitiveCompare(name) == .orderedSame }?.value
  }

  /// The percent-encoded path, as it was sent.
  package var encodedPath: Substring { target.prefix { $0 != "?" } }

  /// The percent-encoded query, as it was sent; nil if there is none.
  package var encodedQuery: Substring? {
    target.firstIndex(of: "?").map { target[target.index(after: $0)...] }
  }
}
