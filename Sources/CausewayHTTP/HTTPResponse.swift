import Foundation

/// The server's answer to a request.
package struct HTTPResponse: Sendable {
  /// The status, such as 200.
  package var status: Int
  /// The header fields in order.
  package var fields: [(name: String, value: String)]
  /// The body, unless there is a ``file``.
  package var body: Data
  /// The file that is the body. It is sent in parts.
  package var file: FileContent?
  /// A remark for the server's log, which is not sent; nil for none.
  package var remark: String?

  /// Creates an answer with a content type and a body; without a body if the content type is nil.
  package init(
    _ status: Int, _ contentType: String? = nil, _ body: Data = Data(), fields: [(name: String, value: String)] = []
  ) {
    self.status = status
    self.fields = contentType.map { [("Content-Type", $0)] + fields } ?? fields
    self.body = body
  }

  /// Creates an answer whose body is a file.
  package init(_ status: Int, _ contentType: String, _ file: FileContent, fields: [(name: String, value: String)] = [])
  {
    self.init(status, contentType, fields: fields)
    self.file = file
  }

  /// The length of the body, in bytes.
  var length: Int { file?.size ?? body.count }

  /// A response that sends no answer: the server closes the connection, so the client does not learn whether its
  /// request was processed.
  package static let noAnswer = HTTPResponse(0)

  /// Creates an answer with a plain text.
  package static func text(_ status: Int, _ text: String, fields: [(name: String, value: String)] = []) -> HTTPResponse
  {
    HTTPResponse(status, "text/plain; charset=utf-8", Data(text.utf8), fields: fields)
  }

  /// The value of the first header field with a name, ignoring letter case; nil if there is none.
  package subscript(field name: String) -> String? {
    fields.first { $0.name.caseInsensitiveCompare(name) == .orderedSame }?.value
  }
}
