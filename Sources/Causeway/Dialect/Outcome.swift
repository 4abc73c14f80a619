import CausewayJSON

/// How a request ended.
public enum Outcome: Sendable {
  /// The capability answered; nil stands for `undefined`.
  case success(JSONValue?)
  /// It did not, for this reason.
  case failure(Failure)
}

/// Why a request was not answered by its capability.
public enum Failure: Error, Sendable {
  /// The body is not a message of the dialect; what is wrong with it.
  case malformed(String)
  /// Nobody registered a capability of this name.
  case unknownCapability(String)
  /// The capability's policy refuses the frame.
  case refused(Policy.Refusal)
  /// The message is larger than ``Limits/messageBytes``; both in bytes.
  case tooLarge(bytes: Int, limit: Int)
  /// The document has ``Limits/openRequests`` requests open already.
  case tooManyRequests(limit: Int)
  /// A request with the same ``Request/correlation`` is open already. A dialect that answers by messages must answer
  /// with ``Reply/none``, or the page takes it for the first one's answer.
  case duplicate
  /// The parameters are not of the capability's type; where and why.
  case invalidParameters(String)
  /// The capability did not answer within its deadline.
  case deadlineExceeded(Duration)
  /// The capability's handler threw this error.
  case handler(any Error)
  /// The capability's handler let go of its ``Responder`` without an answer.
  case unanswered
  /// The capability gave bytes, and the host does not carry them, or ``Limits/waitingBytes`` wait for the page already.
  case bytesNotCarried
  /// The page withdrew the request.
  case cancelled
  /// The document went away, so nobody is left to answer.
  case documentGone
}

/// An error that has something to say to the page.
///
/// Handlers throw whatever they like; the text of an error that is not one of these stays in the app, since it may
/// hold what a page must not see.
public protocol PageFacingError: Error {
  /// A short constant for programs, such as `NOT_SIGNED_IN`.
  var code: String { get }
  /// A sentence for the page, without secrets.
  var pageMessage: String { get }
}

extension Failure: PageFacingError {
  /// The failure's constant; a handler's own code if it has one.
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
    case .cancelled: "CANCELLED"
    case .documentGone: "DOCUMENT_GONE"
    }
  }

  /// The failure in a sentence; a handler's own sentence if it has one for pages.
  public var pageMessage: String {
    switch self {
    case .malformed(let reason): "The message is malformed: \(reason)."
    case .unknownCapability(let name): "This app offers no \"\(name)\"."
    case .refused(let refusal): "Not allowed: \(refusal)."
    case .tooLarge(let bytes, let limit): "The message has \(bytes) bytes; at most \(limit) are taken."
    case .tooManyRequests(let limit): "\(limit) requests of this page are open already; wait for answers."
    case .duplicate: "A request with the same id is open already."
    case .invalidParameters(let reason): "The parameters do not fit: \(reason)."
    case .deadlineExceeded(let limit): "The app did not answer within \(limit)."
    case .handler(let error): (error as? any PageFacingError)?.pageMessage ?? "The app could not do this."
    case .unanswered: "The app let go of the request without an answer."
    case .bytesNotCarried: "The result cannot be carried to the page: it is binary, and there is no way or no room."
    case .cancelled: "The page withdrew the request."
    case .documentGone: "The page that asked is gone."
    }
  }
}
