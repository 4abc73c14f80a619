/// The reason why the page did not answer a call of the app.
public enum PageCallError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The dialect is not installed, or has no message for calls or for events.
  case unsupported(dialect: String)
  /// The page's handler threw or rejected, or there is no handler. The value is the page's text.
  case rejected(String)
  /// The page's answer, or a value of its stream, does not have the declared type. `path` is the position in the
  /// answer, empty for the whole answer; `expected` and `found` are kinds of values and never contain the value itself.
  case invalidAnswer(path: String, expected: String, found: String)
  /// The page did not answer in time.
  case deadlineExceeded(Duration)
  /// The document went away before it answered. The page may have received the call.
  case documentGone
  /// The document went away before the call was sent, so the page has not received it.
  case notSent
  /// The document's open streams have reserved all of ``Limits/streamedBytes``.
  case tooManyStreams
  /// The page does not accept packets, and more than ``Limits/queuedBytes`` bytes already wait for it.
  case congested
  /// The calling task was cancelled.
  case cancelled

  /// The reason as text for the developer.
  public var description: String {
    switch self {
    case .unsupported(let dialect):
      "the protocol \"\(dialect)\" is not installed, or it cannot send messages of this kind to pages"
    case .rejected(let text): "the page answered with an error: \(text)"
    case .invalidAnswer(let path, let expected, let found):
      "the page's answer is invalid: \(path.isEmpty ? "" : "at \(path): ")expected \(expected), found \(found)"
    case .deadlineExceeded(let limit): "the page did not answer within \(limit)"
    case .documentGone: "the page was closed or left before it answered"
    case .notSent: "the page was closed or left before the message was sent"
    case .congested:
      "the page does not accept messages at the moment, and too many bytes already wait for it; try again later"
    case .tooManyStreams: "the page's open streams have reserved all memory for streams; wait until some of them end"
    case .cancelled: "the call was cancelled"
    }
  }
}
