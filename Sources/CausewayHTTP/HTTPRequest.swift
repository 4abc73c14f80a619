import Foundation

/// A request of a client.
package struct HTTPRequest: Sendable {
  /// The method, such as `GET`.
  package var method: String
  /// The percent-decoded segments of the path: `["orders", "1"]` for `/orders/1`.
  package var path: [String]
  /// The percent-decoded names and values of the query, in order.
  package var query: [(name: String, value: String)]
  /// The header fields in order, as they were sent.
  package var fields: [(name: String, value: String)]
  /// The body; empty if there is none.
  package var body: Data
  /// The IP address from which the request arrived: that of the client or of a proxy; nil if it is not known.
  package var peer: String?

  package init(
    method: String, path: [String], query: [(name: String, value: String)] = [],
    fields: [(name: String, value: String)] = [], body: Data = Data(), peer: String? = nil
  ) {
    self.method = method
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
}
