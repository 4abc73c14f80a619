import Causeway
import CausewayJSON

extension BridgeHost {
  /// Tells the page of an event, such as `host.ready`. Nothing says whether it arrived.
  ///
  /// What cannot be sent leaves its reason in ``lastError``.
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
