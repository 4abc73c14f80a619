import Causeway

extension BridgeHost {
  /// Receives a message that could be read: notifies the delegate, then routes the message if it is a request.
  func receive(
    _ received: BridgeMessage, from frame: Frame, on attachment: BridgeAttachment, responder: consuming Responder
  ) {
    let message = withReceipt(received, from: frame)
    guard message.type == .request else {
      record(message)
      return responder.succeed(nil)
    }
    let request = OpenRequest(message, on: attachment, responder: responder)
    let outer = arriving
    arriving = request
    record(message)
    arriving = outer
    if !request.isOver { route(request) }
  }

  /// Returns the message with its sender and a number, which distinguishes it from other messages with the same
  /// correlation id.
  private func withReceipt(_ received: BridgeMessage, from frame: Frame) -> BridgeMessage {
    var message = received
    receipts += 1
    message.receipt = BridgeReceipt(number: receipts, frame: frame)
    return message
  }

  private func route(_ request: OpenRequest) {
    let action = request.message.payload.action
    guard request.message.isOfOurVersion else {
      return request.respond(
        BridgeRefusal(
          .versionMismatch,
          "The message has another version of the bridge. This app supports version \(GBGContract.version)."))
    }
    if let slot = CaptureSlot(action: action)?.capture(of: self), slot.handler != nil {
      serve(request, by: slot)
    } else if let handler = handlers[action] {
      handler.handle(request.message, responder: request)
    } else {
      keep(request)
    }
  }

  private func serve(_ request: OpenRequest, by slot: CaptureCapability) {
    guard slot.isEnabled else { return request.respond(.unsupported(request.message.payload.action)) }
    guard let capture = slot.capture(request.message, answer: request.respond) else {
      return request.respond(
        BridgeRefusal(.busy, "Another capture of this kind is running. Wait for its response, and try again."))
    }
    request.onCancel { capture.cancel() }
  }

  private func record(_ message: BridgeMessage) {
    receivedMessages = kept.adding(message, to: receivedMessages)
    stateDidChange()
    delegate?.bridgeHost(self, didReceive: message)
  }

  /// Sets ``lastError`` if the engine refused a request or could not read it. Duplicates and requests above the limit
  /// are recorded too, because they could be read.
  func requestDidFail(_ request: Request, with failure: Failure, in frame: Frame) {
    switch failure {
    case .tooManyRequests, .duplicate:
      if let message = try? BridgeMessage(request.parameters) { record(withReceipt(message, from: frame)) }
      note(failure.pageMessage)
    case .malformed, .tooLarge, .refused: note(failure.pageMessage)
    default: break  // the app's own handlers cause or receive these failures
    }
  }

  /// Sets ``lastError`` because the page's `receive` is missing or threw an exception.
  func pageDidThrow(_ description: String) {
    note("A JavaScript exception occurred: \(description)")
  }
}
