import Foundation

/// What a client asks the server.
package struct HTTPRequest: Sendable {
  /// Such as `GET`.
  package var method: String
  /// The path's parts, without their escapes: `["orders", "1"]` for `/orders/1`.
  package var path: [String]
  /// The query's names and values in order, without their escapes.
  package var query: [(name: String, value: String)]
  /// The header fields in order, as they were sent.
  package var fields: [(name: String, value: String)]
  /// The body; empty if there is none.
  package var body: Data

  /// A request.
  package init(
    method: String, path: [String], query: [(name: String, value: String)] = [],
    fields: [(name: String, value: String)] = [], body: Data = Data()
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.fields = fields
    self.body = body
  }

  /// The first header field of a name, whatever its letter case.
  package subscript(field name: String) -> String? {
    fields.first { $0.name.caseInsensitiveCompare(name) == .orderedSame }?.value
  }
}
