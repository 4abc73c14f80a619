import Foundation

/// A server's answer, with any status, as each client of this package returns it.
package struct HTTPAnswer: Sendable {
  /// The HTTP status, such as 200.
  package let status: Int
  /// The reason phrase of the status line; empty if there is none or the client does not know it.
  package let reason: String
  /// The header fields in order.
  package let fields: [HTTPField]
  /// The body; empty if there is none.
  package let body: Data

  package init(status: Int, reason: String = "", fields: [HTTPField] = [], body: Data = Data()) {
    self.status = status
    self.reason = reason
    self.fields = fields
    self.body = body
  }

  /// Returns the value of a header field; nil if there is none. The letter case of the name does not matter. Several
  /// fields with the same name are joined into a list, with commas.
  package func field(_ name: String) -> String? { fields.value(of: name) }
}
