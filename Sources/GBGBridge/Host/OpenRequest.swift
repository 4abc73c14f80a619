import Causeway
import CausewayJSON

/// A request that waits for its final response. All responses to the request are sent through this object.
@MainActor final class OpenRequest: BridgeResponder {
  let message: BridgeMessage
  /// The attachment through which the request came. Responses must go back through the same attachment.
  private let attachment: BridgeAttachment
  /// The host whose ``BridgeHost/lastError`` gets the reason if a response cannot be sent. Unlike the attachment's
  /// host, it is still set after the host was detached.
  private weak var host: BridgeHost?
  private var responder: Responder?
  /// The actions to run when the page goes away.
  private var cancellations: [@MainActor () -> Void] = []
  private var isCancelled = false

  init(_ message: BridgeMessage, on attachment: BridgeAttachment, responder: consuming Responder) {
    self.message = message
    self.attachment = attachment
    host = attachment.host
    responder.onCancel { [weak self] _ in self?.cancel() }
    self.responder = consume responder
    if let number { attachment.requestDidBegin(self, number) }
  }

  private var number: UInt64? { message.receipt.number }

  /// Whether the request got its final response or its page no longer exists.
  var isOver: Bool { responder == nil }

  func respond(status: BridgeResponseStatus, data: [String: JSONValue]?, error: BridgeErrorPayload?) {
    guard attachment.host?.isAttached == true else { return fail(BridgeHost.notAttached) }
    let data = data.map(JSONObject.init)
    if status == .acknowledged {
      if isOver { return fail(overdue) }
      responder?.report(data.map(JSONValue.object) ?? .null)
      return
    }
    guard let responder = responder.take() else { return fail(overdue) }
    cancellations = []
    number.map(attachment.requestDidEnd)
    host?.requestDidEnd(message)
    if status == .success {
      responder.succeed(data.map(JSONValue.object))
    } else {
      responder.fail(BridgeRefusal(status, data: data, error: error))
    }
  }

  /// Sends the result of a capture as the final response.
  func respond(_ result: CaptureResult) {
    do {
      respond(status: .success, data: try result.wireData(for: message), error: nil)
    } catch {
      respond(error)
    }
  }

  /// Sends a final response other than success.
  func respond(_ refusal: BridgeRefusal) {
    respond(status: refusal.answer.status, data: nil, error: refusal.answer.error)
  }

  func onCancel(_ action: @escaping @MainActor () -> Void) {
    if isCancelled { return action() }
    if !isOver { cancellations.append(action) }
  }

  /// Ends the request without a response, because its page no longer exists or the host was detached. An app that
  /// answers later finds the reason in ``BridgeHost/lastError``.
  func cancel() {
    isCancelled = true
    number.map(attachment.requestDidEnd)
    responder = nil
    let cancellations = self.cancellations
    self.cancellations = []
    for cancellation in cancellations { cancellation() }
  }

  private var overdue: String {
    "Request \"\(message.correlationId)\" cannot be answered: it was already answered, or its page was closed or left"
  }

  private func fail(_ reason: String) {
    host?.note(reason)
  }
}
