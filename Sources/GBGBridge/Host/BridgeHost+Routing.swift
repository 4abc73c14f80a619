import Causeway

extension BridgeHost {
  /// Takes a message that could be read: tells the delegate, then routes it.
  func receive(_ message: BridgeMessage, from frame: Frame, responder: consuming Responder) {
    let message = record(message, from: frame)
    guard message.type == .request else { return responder.succeed(nil) }
    route(OpenRequest(message, host: self, responder: responder))
  }

  private func route(_ request: OpenRequest) {
    let action = request.message.payload.action
    guard request.message.isOfOurVersion else {
      return request.respond(
        BridgeRefusal(.versionMismatch, "This app speaks version \(GBGContract.version) of the bridge."))
    }
    if let capture = CaptureSlot(action: action)?.capture(of: self), capture.handler != nil {
      serve(request, by: capture)
    } else if let handler = handlers[action] {
      handler.handle(request.message, responder: request)
    } else {
      keep(request)
    }
  }

  private func serve(_ request: OpenRequest, by slot: CaptureCapability) {
    guard slot.isEnabled else { return request.respond(.unsupported(request.message.payload.action)) }
    guard let capture = slot.capture(request.message) else {
      return request.respond(BridgeRefusal(.busy, "Another capture of this kind is running."))
    }
    request.onCancel { capture.cancel() }
    Task {
      let result = await capture.value
      if !capture.isCancelled { request.respond(result) }
    }
  }

  /// Adds a message to those that were received and tells the delegate; gives it with its receipt.
  private func record(_ received: BridgeMessage, from frame: Frame) -> BridgeMessage {
    var message = received
    receipts += 1
    message.receipt = BridgeReceipt(number: receipts, frame: frame)
    if receivedMessages.count == GBGContract.keptMessages { receivedMessages.removeFirst() }
    receivedMessages.append(message)
    changes.send(state)
    delegate?.bridgeHost(self, didReceive: message)
    return message
  }

  /// What the engine refused or could not read. Messages that could be read are recorded even so.
  func requestDidFail(_ request: Request, with failure: Failure, in frame: Frame) {
    switch failure {
    case .tooManyRequests, .duplicate:
      if let message = try? BridgeMessage(request.parameters) { _ = record(message, from: frame) }
      note(failure.pageMessage)
    case .malformed, .tooLarge, .refused: note(failure.pageMessage)
    default: break  // the app's own handlers know
    }
  }

  /// The page's `receive` is missing, or threw.
  func pageDidThrow(_ description: String) {
    note("A JavaScript exception occurred: \(description)")
  }
}
