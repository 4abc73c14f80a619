import Causeway
import CausewayJSON

/// What a response says: one of the five patterns.
struct BridgeAnswer {
  var status: BridgeResponseStatus
  var data: JSONObject?
  var error: BridgeErrorPayload?

  /// The payload of the response to an action.
  func payload(of action: String) -> JSONValue {
    var payload: JSONObject = [
      GBGContract.Key.action: .string(action), GBGContract.Key.status: .string(status.rawValue),
    ]
    payload[GBGContract.Key.data] = data.map(JSONValue.object)
    payload[GBGContract.Key.error] = error?.json
    return .object(payload)
  }
}

/// An answer that is no success, on its way through the engine.
struct BridgeRefusal: PageFacingError {
  let answer: BridgeAnswer

  // What traces say of it.
  var code: String { answer.error?.code ?? answer.status.rawValue }
  var pageMessage: String { answer.error?.message ?? "" }

  init(_ status: BridgeResponseStatus, data: JSONObject? = nil, error: BridgeErrorPayload?) {
    answer = BridgeAnswer(status: status, data: data, error: error)
  }

  /// An error of a known code.
  init(_ code: BridgeErrorCode, _ message: String) {
    self.init(.error, error: BridgeErrorPayload(code, message))
  }

  /// The user cancelled.
  static func cancelled(reason: String) -> BridgeRefusal {
    BridgeRefusal(.cancelled, error: BridgeErrorPayload(.cancelled, reason))
  }

  /// Nobody here can serve the action.
  static func unsupported(_ action: String) -> BridgeRefusal {
    BridgeRefusal(.unsupported, error: BridgeErrorPayload(.unsupported, "This app does not support \"\(action)\"."))
  }
}

extension BridgeAnswer {
  /// What the page gets for a failure; nil where nobody is to be answered.
  init?(_ failure: Failure) {
    switch failure {
    case .handler(let refusal as BridgeRefusal): self = refusal.answer
    case .refused, .duplicate, .cancelled, .documentGone: return nil
    case .unknownCapability(let action): self = BridgeRefusal.unsupported(action).answer
    case .malformed, .invalidParameters, .tooLarge:
      self = BridgeRefusal(.invalidRequest, failure.pageMessage).answer
    case .tooManyRequests: self = BridgeRefusal(.busy, failure.pageMessage).answer
    case .deadlineExceeded: self = BridgeRefusal(.timeout, failure.pageMessage).answer
    case .handler, .unanswered, .bytesNotCarried:
      self = BridgeRefusal(.internalError, failure.pageMessage).answer
    }
  }
}
