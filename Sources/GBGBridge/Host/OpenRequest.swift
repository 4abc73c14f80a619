import Causeway

/// A request that has no final response yet: the one place from which it gets that.
@MainActor final class OpenRequest: BridgeResponder {
  let message: BridgeMessage
  private weak var host: BridgeHost?
  private var responder: Responder?

  init(_ message: BridgeMessage, host: BridgeHost, responder: consuming Responder) {
    self.message = message
    self.host = host
    self.responder = consume responder
  }

  /// Says what to do if the page goes away before the final response.
  func onCancel(_ action: @escaping @MainActor () -> Void) {
    responder?.onCancel { _ in action() }
  }

  func respond(status: BridgeResponseStatus, data: [String: JSONValue]?, error: BridgeErrorPayload?) {
    guard host?.isAttached == true else { return fail(BridgeHost.notAttached) }
    let data = data.map(JSONObject.init)
    if status == .acknowledged {
      if responder == nil { return fail(overdue) }
      responder?.report(data.map(JSONValue.object) ?? .null)
      return
    }
    guard let responder = responder.take() else { return fail(overdue) }
    host?.requestDidEnd(message)
    if status == .success {
      responder.succeed(data.map(JSONValue.object))
    } else {
      responder.fail(BridgeRefusal(status, data: data, error: error))
    }
  }

  /// Ends with what a handler came to.
  func respond(_ result: CaptureResult) {
    do {
      respond(status: .success, data: try result.wireData(for: message), error: nil)
    } catch {
      respond(error)
    }
  }

  /// Ends without success.
  func respond(_ refusal: BridgeRefusal) {
    respond(status: refusal.answer.status, data: nil, error: refusal.answer.error)
  }

  /// The page is gone; whoever answers now is told so.
  func cancel() {
    responder = nil
  }

  private var overdue: String {
    "The request \"\(message.correlationId)\" cannot be answered: it was answered already, or its page is gone"
  }

  private func fail(_ reason: String) {
    host?.note(reason)
  }
}
