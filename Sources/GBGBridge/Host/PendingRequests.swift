import CausewayJSON

/// The requests that wait for an answer of the app, in the order of their arrival. A page may have thousands of them,
/// so inserting, removing and finding a request take constant time.
@MainActor struct PendingRequests {
  private var requests: [UInt64: OpenRequest] = [:]
  /// The requests' numbers by correlation id. The keys are JSON values because those compare ids by Unicode scalars, as
  /// the page does.
  private var numbers: [JSONValue: UInt64] = [:]
  private var ordered: [BridgeMessage]?

  /// The request with a number; nil if it is not in the list.
  subscript(number: UInt64) -> OpenRequest? { requests[number] }

  /// Returns the number of the request with a correlation id; nil if there is none.
  func number(correlationId: String) -> UInt64? { numbers[.string(correlationId)] }

  /// Adds a request. If several requests have the same correlation id, ``number(correlationId:)`` finds the latest one.
  mutating func insert(_ request: OpenRequest, _ number: UInt64) {
    requests[number] = request
    numbers[.string(request.message.correlationId)] = number
    ordered?.append(request.message)  // numbers only increase, so the new request is the last
  }

  mutating func remove(_ number: UInt64) {
    guard let request = requests.removeValue(forKey: number) else { return }
    let id = JSONValue.string(request.message.correlationId)
    if numbers[id] == number { numbers[id] = nil }
    ordered = nil
  }

  /// Returns the requests as messages, the oldest first.
  mutating func messages() -> [BridgeMessage] {
    if let ordered { return ordered }
    let messages = requests.sorted { $0.key < $1.key }.map(\.value.message)
    ordered = messages
    return messages
  }
}
