/// The reason why a request is refused before a handler sees it. Nothing after such a request on the connection can be
/// read safely.
enum RequestFault: Error, Hashable, Sendable {
  /// The request violates RFC 9112, or two programs could read it differently.
  case malformed(Reason)
  /// The target exceeds the limit of the head.
  case targetTooLong
  /// The head or the trailers exceed the limit, or have too many fields.
  case fieldsTooLarge
  /// The body has transfer codings besides `chunked`.
  case unsupportedTransferCoding
  /// The client expects something other than `100-continue`.
  case unsupportedExpectation
  /// The request has another major version of HTTP.
  case unsupportedVersion

  /// The rule that the request violates.
  enum Reason: String, Sendable {
    case lineEnd = "A line ends without a carriage return and a line feed."
    case controlCharacter = "The head has a control character."
    case requestLine = "The first line is not a method, a target and a version, with one space between them."
    case target = "The target is neither a path nor an address that begins with http://."
    case dotSegment = "The path has a segment . or .., percent-encoded or not; send the path without it."
    case fieldLine = "A header field is not a name, a colon and a value."
    case foldedLine = "A header field begins with white space or continues on a second line."
    case host = "The request must have exactly one Host field, with a name and an optional port."
    case contentLength = "Content-Length is not one decimal number."
    case transferEncoding = "Transfer-Encoding must be chunked, once, in HTTP/1.1, without Content-Length."
    case chunk = "A chunk does not consist of its size in hexadecimal digits and that many bytes."
  }

  /// The status of the answer.
  var status: Int {
    switch self {
    case .malformed: 400
    case .targetTooLong: 414
    case .unsupportedExpectation: 417
    case .fieldsTooLarge: 431
    case .unsupportedTransferCoding: 501
    case .unsupportedVersion: 505
    }
  }

  /// The text of the answer.
  var text: String {
    switch self {
    case .malformed(let reason): reason.rawValue
    case .targetTooLong: "The target is too long; send its data in the body."
    case .unsupportedExpectation: "The only supported Expect is 100-continue."
    case .fieldsTooLarge: "The header fields are too large or too many; send less in them."
    case .unsupportedTransferCoding: "The only supported transfer coding is chunked."
    case .unsupportedVersion: "Only HTTP/1.1 and HTTP/1.0 are supported."
    }
  }
}
