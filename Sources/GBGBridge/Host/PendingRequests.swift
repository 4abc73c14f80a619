import Causeway
import CausewayJSON

/// The requests that wait for the app, in the order of their arrival. A page may have thousands, so each comes, goes
/// and is found in constant time.
@MainActor struct PendingRequests {
  private var requests: [UInt64: OpenRequest] = [:]
  /// The requests' numbers by correlation id; ids are compared as the page does, by scalars.
  private var numbers: [JSONValue: UInt64] = [:]
  private var ordered: [BridgeMessage]?

  /// The request of a number.
  subscript(number: UInt64) -> OpenRequest? { requests[number] }

  /// The number of the request with a correlation id.
  func number(correlationId: String) -> UInt64? { numbers[.string(correlationId)] }

  /// Takes in a request; the last one of a correlation id is the one that is found by it.
  mutating func insert(_ request: OpenRequest, _ number: UInt64) {
    requests[number] = request
    numbers[.string(request.message.correlationId)] = number
    ordered?.append(request.message)  // numbers grow, so it is the last
  }

  /// Lets a request go.
  mutating func remove(_ number: UInt64) {
    guard let request = requests.removeValue(forKey: number) else { return }
    let id = JSONValue.string(request.message.correlationId)
    if numbers[id] == number { numbers[id] = nil }
    ordered = nil
  }

  /// The requests as messages, the oldest first.
  mutating func messages() -> [BridgeMessage] {
    if let ordered { return ordered }
    let messages = requests.sorted { $0.key < $1.key }.map(\.value.message)
    ordered = messages
    return messages
  }
}
