import Causeway
import CausewayJSON

/// The content of a response, in one of the protocol's five response patterns.
struct BridgeAnswer {
  var status: BridgeResponseStatus
  var data: JSONObject?
  var error: BridgeErrorPayload?

  /// Returns the payload of the response to an action.
  func payload(of action: String) -> JSONValue {
    var payload: JSONObject = [
      GBGContract.Key.action: .string(action), GBGContract.Key.status: .string(status.rawValue),
    ]
    payload[GBGContract.Key.data] = data.map(JSONValue.object)
    payload[GBGContract.Key.error] = error?.json
    return .object(payload)
  }
}

/// An answer other than success, thrown as an error so that it can pass through the engine.
struct BridgeRefusal: PageFacingError {
  let answer: BridgeAnswer

  // Traces show the code and the message.
  var code: String { answer.error?.code ?? answer.status.rawValue }
  var pageMessage: String { answer.error?.message ?? "" }

  init(_ status: BridgeResponseStatus, data: JSONObject? = nil, error: BridgeErrorPayload?) {
    answer = BridgeAnswer(status: status, data: data, error: error)
  }

  /// Creates an `error` answer with a code that the web client knows.
  init(_ code: BridgeErrorCode, _ message: String) {
    self.init(.error, error: BridgeErrorPayload(code, message))
  }

  /// Returns the answer for a request that the user cancelled.
  static func cancelled(reason: String) -> BridgeRefusal {
    BridgeRefusal(.cancelled, error: BridgeErrorPayload(.cancelled, reason))
  }

  /// Returns the answer for an action that this app does not support.
  static func unsupported(_ action: String) -> BridgeRefusal {
    BridgeRefusal(.unsupported, error: BridgeErrorPayload(.unsupported, "This app does not support \"\(action)\"."))
  }
}

extension BridgeAnswer {
  /// Creates the answer for a failure; nil if the page gets no answer.
  init?(_ failure: Failure) {
    switch failure {
    case .handler(let refusal as BridgeRefusal): self = refusal.answer
    case .refused, .duplicate, .cancelled, .documentGone: return nil
    case .unknownCapability(let action): self = BridgeRefusal.unsupported(action).answer
    case .malformed, .invalidParameters, .tooLarge:
      self = BridgeRefusal(.invalidRequest, failure.pageMessage).answer
    case .tooManyRequests: self = BridgeRefusal(.busy, failure.pageMessage).answer
    case .deadlineExceeded: self = BridgeRefusal(.timeout, failure.pageMessage).answer
    case .handler, .unanswered, .bytesNotCarried, .tooManyStreams, .keyedCall:
      self = BridgeRefusal(.internalError, failure.pageMessage).answer
    }
  }
}
