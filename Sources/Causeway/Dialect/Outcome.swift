import CausewayJSON

/// The result of a request, from the capability's handler to the dialect that answers the page.
public enum Outcome: Sendable {
  /// The capability answered; nil stands for `undefined`.
  case success(JSONValue?)
  /// The capability did not answer, for this reason.
  case failure(Failure)

  /// Returns the outcome of a handler that threw an error.
  static func failure(of error: any Error) -> Outcome { .failure(error as? Failure ?? .handler(error)) }
}

/// The reason why a capability did not answer a request.
public enum Failure: Error, Sendable {
  /// The body is not a message of the dialect. The value describes the defect.
  case malformed(String)
  /// The dialect has no capability of this name.
  case unknownCapability(String)
  /// The capability's policy refuses the frame.
  case refused(Policy.Refusal)
  /// The message is larger than ``Limits/messageBytes``. Both values are in bytes.
  case tooLarge(bytes: Int, limit: Int)
  /// The document has ``Limits/openRequests`` requests open already.
  case tooManyRequests(limit: Int)
  /// A request with the same ``Request/correlation`` is open already. A dialect that answers by messages must answer
  /// this failure with ``Reply/none``; otherwise the page would mistake the answer for the answer to the first request.
  case duplicate
  /// The parameters do not match the capability's parameter type. The value says where and why.
  case invalidParameters(String)
  /// The capability did not answer within its deadline.
  case deadlineExceeded(Duration)
  /// The capability's handler threw this error.
  case handler(any Error)
  /// The capability's handler released its ``Responder`` without an answer.
  case unanswered
  /// The capability returned bytes, but the host does not carry bytes, or too many bytes already wait for the page
  /// (``Limits/waitingBytes``).
  case bytesNotCarried
  /// The document's open streams have reserved all of ``Limits/streamedBytes``.
  case tooManyStreams
  /// The request has a key, and cannot be answered for this reason.
  case keyedCall(KeyedCallFailure)
  /// The page cancelled the request.
  case cancelled
  /// The document went away, so there is no page to answer.
  case documentGone
}

/// An error with a code and a message for the page.
///
/// A handler may throw any error. The page does not see the text of an error that does not conform to this protocol,
/// because the text may contain secrets.
public protocol PageFacingError: Error {
  /// A short constant for programs, such as `NOT_SIGNED_IN`.
  var code: String { get }
  /// A sentence for the page, without secrets.
  var pageMessage: String { get }
  /// The values that the page gets beside the code and the message, without secrets; nil for none, which is the default.
  var pageDetails: JSONValue? { get }
}

extension PageFacingError {
  /// No values.
  public var pageDetails: JSONValue? { nil }
}

extension Failure: PageFacingError {
  /// The failure's constant. For an error of a handler: the error's own code, or `FAILED` if it has none.
  public var code: String {
    switch self {
    case .malformed: "MALFORMED"
    case .unknownCapability: "UNKNOWN_CAPABILITY"
    case .refused: "REFUSED"
    case .tooLarge: "TOO_LARGE"
    case .tooManyRequests: "TOO_MANY_REQUESTS"
    case .duplicate: "DUPLICATE"
    case .invalidParameters: "INVALID_PARAMETERS"
    case .deadlineExceeded: "DEADLINE_EXCEEDED"
    case .handler(let error): (error as? any PageFacingError)?.code ?? "FAILED"
    case .unanswered: "UNANSWERED"
    case .bytesNotCarried: "BYTES_NOT_CARRIED"
    case .tooManyStreams: "TOO_MANY_STREAMS"
    case .keyedCall(let failure): failure.code
    case .cancelled: "CANCELLED"
    case .documentGone: "DOCUMENT_GONE"
    }
  }

  /// The failure in a sentence. For an error of a handler: its own message for pages, or a general sentence if it has
  /// none.
  public var pageMessage: String {
    switch self {
    case .malformed(let reason): "The message is malformed: \(reason)."
    case .unknownCapability(let name): "This app does not offer \"\(name)\"."
    case .refused(let refusal): "Not allowed: \(refusal)."
    case .tooLarge(let bytes, let limit): "The message has \(bytes) bytes; the limit is \(limit) bytes."
    case .tooManyRequests(let limit): "This page already has \(limit) open requests, the maximum; wait for answers."
    case .duplicate: "A request with the same id is already open."
    case .invalidParameters(let reason): "The parameters are invalid: \(reason)."
    case .deadlineExceeded(let limit): "The app did not answer within \(limit)."
    case .handler(let error): (error as? any PageFacingError)?.pageMessage ?? "The app could not complete the request."
    case .unanswered: "The app dropped the request without answering it."
    case .bytesNotCarried:
      "The binary result cannot be delivered: the host does not support bytes, or too many bytes wait for the page."
    case .tooManyStreams: "The page's open streams have reserved all memory for streams; wait until some of them end."
    case .keyedCall(let failure): failure.pageMessage
    case .cancelled: "The page cancelled the request."
    case .documentGone: "The page that sent the request was closed or left."
    }
  }
}
