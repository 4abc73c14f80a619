import Causeway
import CausewayJSON

extension BridgeHost {
  /// Sends an event to the page, such as `host.ready`. The app does not learn whether the event arrived.
  ///
  /// If the event cannot be sent, ``lastError`` has the reason.
  public func send(event: String, data: [String: JSONValue]) {
    guard isAttached else { return note(Self.notAttached) }
    do {
      guard let page = connection?.page() else { throw PageCallError.notSent }
      if let refusal = configuration.policy.refusal(of: page.frame) { throw Failure.refused(refusal) }
      try page.send(event: event, data: .object(JSONObject(data)), in: GBGContract.name)
    } catch {
      note((error as? Failure)?.pageMessage ?? "\(error)")
    }
  }
}
