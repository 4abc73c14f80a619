import Foundation

/// What the server answers.
package struct HTTPResponse: Sendable {
  /// Such as 200.
  package var status: Int
  /// The header fields in order.
  package var fields: [(name: String, value: String)]
  /// The body, unless there is a ``file``.
  package var body: Data
  /// A file that is the body, and is sent in parts.
  package var file: FileContent?
  /// What a log of the server's is to say of it besides; it is not sent.
  package var remark: String?

  /// An answer of a content type; without a body if that is nil.
  package init(
    _ status: Int, _ contentType: String? = nil, _ body: Data = Data(), fields: [(name: String, value: String)] = []
  ) {
    self.status = status
    self.fields = contentType.map { [("Content-Type", $0)] + fields } ?? fields
    self.body = body
  }

  /// An answer whose body is a file.
  package init(_ status: Int, _ contentType: String, _ file: FileContent, fields: [(name: String, value: String)] = [])
  {
    self.init(status, contentType, fields: fields)
    self.file = file
  }

  /// The length of its body, in bytes.
  var length: Int { file?.size ?? body.count }

  /// No answer: the connection is closed, and the client cannot tell what became of its request.
  package static let noAnswer = HTTPResponse(0)

  /// An answer in words.
  package static func text(_ status: Int, _ text: String, fields: [(name: String, value: String)] = []) -> HTTPResponse
  {
    HTTPResponse(status, "text/plain; charset=utf-8", Data(text.utf8), fields: fields)
  }

  /// The first header field of a name, whatever its letter case.
  package subscript(field name: String) -> String? {
    fields.first { $0.name.caseInsensitiveCompare(name) == .orderedSame }?.value
  }
}
