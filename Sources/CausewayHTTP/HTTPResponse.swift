import Foundation

/// What the server answers.
package struct HTTPResponse: Sendable {
  /// Such as 200.
  package var status: Int
  /// The header fields in order.
  package var fields: [(name: String, value: String)]
  /// The body.
  package var body: Data

  /// An answer of a content type; without a body if that is nil.
  package init(
    _ status: Int, _ contentType: String? = nil, _ body: Data = Data(), fields: [(name: String, value: String)] = []
  ) {
    self.status = status
    self.fields = contentType.map { [("Content-Type", $0)] + fields } ?? fields
    self.body = body
  }
}
