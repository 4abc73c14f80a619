import CausewayJSON

extension BridgeHost {
  func keep(_ request: OpenRequest) {
    guard let number = request.message.receipt.number else { return }
    pendingRequestsWillChange()
    pending.insert(request, number)
    stateDidChange()
    request.onCancel { [weak self] in self?.forget(number) }
  }

  private func forget(_ number: UInt64) {
    guard pending[number] != nil else { return }
    pendingRequestsWillChange()
    pending.remove(number)
    stateDidChange()
  }

  /// Removes a request from the list, because its final response was sent or its page no longer exists.
  func requestDidEnd(_ message: BridgeMessage) {
    message.receipt.number.map(forget)
  }

  /// Answers a request in ``pendingRequests`` or, if the delegate calls this method, the request that the delegate is
  /// being notified of. A final response removes the request from the list. After ``BridgeResponseStatus/acknowledged``
  /// the request stays in the list until its final response.
  ///
  /// If the app made the message itself, the host looks for a request with the same correlation id. If the response
  /// cannot be sent, ``lastError`` has the reason: there is no web view, the request was already answered, or its page
  /// no longer exists.
  public func respond(
    to request: BridgeMessage, status: BridgeResponseStatus, data: [String: JSONValue]? = nil,
    error: BridgeErrorPayload? = nil
  ) {
    guard isAttached else { return note(Self.notAttached) }
    guard let open = openRequest(request) else {
      return note(
        "No request \"\(request.correlationId)\" is pending: it was already answered, or its page was closed or left")
    }
    open.respond(status: status, data: data, error: error)
  }

  private func openRequest(_ request: BridgeMessage) -> OpenRequest? {
    if let number = request.receipt.number {
      return arriving?.message.receipt.number == number ? arriving : pending[number]
    }
    if let arriving, JSONValue.string(arriving.message.correlationId) == .string(request.correlationId) {
      return arriving
    }
    return pending.number(correlationId: request.correlationId).flatMap { pending[$0] }
  }
}
