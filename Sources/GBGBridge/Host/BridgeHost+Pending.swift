import Causeway
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

  /// A request got its final response.
  func requestDidEnd(_ message: BridgeMessage) {
    message.receipt.number.map(forget)
  }

  /// Answers a request that waits in ``pendingRequests``, or, from the delegate, the one that is being told. It leaves the
  /// list with its final response; after ``BridgeResponseStatus/acknowledged`` it stays, and the final response follows.
  ///
  /// A message that the host did not make is taken for the request with its correlation id. What cannot be sent leaves its
  /// reason in ``lastError``: there is no web view, the request was answered, or its page is gone.
  public func respond(
    to request: BridgeMessage, status: BridgeResponseStatus, data: [String: JSONValue]? = nil,
    error: BridgeErrorPayload? = nil
  ) {
    guard isAttached else { return note(Self.notAttached) }
    guard let open = openRequest(request) else {
      return note("No request \"\(request.correlationId)\" is pending: it was answered already, or its page is gone")
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
