import Causeway

extension BridgeHost {
  func keep(_ request: OpenRequest) {
    guard let number = request.message.receipt.number else { return }
    pending[number] = request
    pendingRequests.append(request.message)
    changes.send(state)
    request.onCancel { [weak self] in self?.forget(number) }
  }

  private func forget(_ number: UInt64) {
    guard pending.removeValue(forKey: number) != nil else { return }
    pendingRequests.removeAll { $0.receipt.number == number }
    changes.send(state)
  }

  func requestDidEnd(_ message: BridgeMessage) {
    message.receipt.number.map(forget)
  }

  /// Answers a request that waits in ``pendingRequests``. It leaves the list with its final response; after
  /// ``BridgeResponseStatus/acknowledged`` it stays, and the final response follows.
  ///
  /// What cannot be sent leaves its reason in ``lastError``: there is no web view, the request was answered, or its page
  /// is gone.
  public func respond(
    to request: BridgeMessage, status: BridgeResponseStatus, data: [String: JSONValue]? = nil,
    error: BridgeErrorPayload? = nil
  ) {
    guard isAttached else { return note(Self.notAttached) }
    let number =
      request.receipt.number
      ?? pendingRequests.first { $0.correlationId == request.correlationId }?.receipt.number
    guard let open = number.flatMap({ pending[$0] }) else {
      return note("No request \"\(request.correlationId)\" is pending: it was answered already, or its page is gone")
    }
    open.respond(status: status, data: data, error: error)
  }
}
