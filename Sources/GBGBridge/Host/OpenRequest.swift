import Causeway
import CausewayJSON

/// A request that has no final response yet: the one place from which it gets that.
@MainActor final class OpenRequest: BridgeResponder {
  let message: BridgeMessage
  /// The way on which it came, which is also the only one back.
  private let attachment: BridgeAttachment
  /// Who is told what cannot be sent, attached or not.
  private weak var host: BridgeHost?
  private var responder: Responder?
  /// What to do when the page goes away.
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

  /// Whether it got its final response, or its page is gone.
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

  /// Ends with what a capture came to.
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

  func onCancel(_ action: @escaping @MainActor () -> Void) {
    if isCancelled { return action() }
    if !isOver { cancellations.append(action) }
  }

  /// The page is gone, or the host lets go of it; whoever answers now is told so.
  func cancel() {
    isCancelled = true
    number.map(attachment.requestDidEnd)
    responder = nil
    let cancellations = self.cancellations
    self.cancellations = []
    for cancellation in cancellations { cancellation() }
  }

  private var overdue: String {
    "The request \"\(message.correlationId)\" cannot be answered: it was answered already, or its page is gone"
  }

  private func fail(_ reason: String) {
    host?.note(reason)
  }
}
