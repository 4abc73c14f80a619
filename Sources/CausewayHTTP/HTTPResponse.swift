import CausewayTransport
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
  /// The stream that is the body. It is sent as it is made.
  package var stream: BodyStream?
  /// The fields that follow ``fields``, with values of any bytes, as another server has sent them.
  package var forwardedFields: [HTTPField] = []
  /// The reason phrase of the status line, if it is not the usual one.
  package var reason: String?
  /// The protocol that the connection speaks from now on; nil for HTTP.
  var takeover: Takeover?
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

  /// Creates an answer whose body is sent as it is made.
  /// - Parameter forwardedFields: all header fields, as another server has sent them.
  package init(_ status: Int, _ stream: BodyStream, forwardedFields: [HTTPField] = []) {
    self.init(status)
    self.stream = stream
    self.forwardedFields = forwardedFields
  }

  /// Creates an answer with the header fields of another server.
  package init(_ status: Int, _ body: Data, forwardedFields: [HTTPField]) {
    self.init(status, nil, body)
    self.forwardedFields = forwardedFields
  }

  /// The length of the body, in bytes; nil if it is not known.
  package var length: Int? { stream.map(\.length) ?? file?.size ?? body.count }

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
