import CausewayJSON

/// A handler of one action of the bridge.
@MainActor public protocol BridgeCapabilityHandler: AnyObject {
  /// The action, such as `nfc.read`.
  var action: String { get }

  /// Answers a request through the responder, immediately or later.
  func handle(_ request: BridgeMessage, responder: any BridgeResponder)
}

/// The object through which a handler answers one request: with ``BridgeResponseStatus/acknowledged`` any number of
/// times, then with one final response.
///
/// A second final response is not sent and sets ``BridgeHost/lastError``. If a responder is released without a final
/// response, it answers `INTERNAL_ERROR`; otherwise the page would wait forever.
@MainActor public protocol BridgeResponder: AnyObject {
  /// Sends a response. The parameter `error` is ignored for `success` and `acknowledged`.
  func respond(status: BridgeResponseStatus, data: [String: JSONValue]?, error: BridgeErrorPayload?)

  /// Registers an action that runs if the page goes away before the final response, for example to close a screen. If
  /// the page has already gone away, the action runs immediately.
  func onCancel(_ action: @escaping @MainActor () -> Void)
}

extension BridgeResponder {
  /// Does nothing. This default is for responders in an app's tests, where the page never goes away.
  public func onCancel(_ action: @escaping @MainActor () -> Void) {}

  /// Sends a response without an error payload.
  public func respond(status: BridgeResponseStatus, data: [String: JSONValue]? = nil) {
    respond(status: status, data: data, error: nil)
  }

  /// Sends a response without data.
  public func respond(status: BridgeResponseStatus, error: BridgeErrorPayload) {
    respond(status: status, data: nil, error: error)
  }
}

/// The handler of a capability that the app registered with a closure.
@MainActor final class CustomCapability: BridgeCapabilityHandler {
  let action: String
  let version: String
  private let handler: @MainActor (BridgeMessage, any BridgeResponder) -> Void

  init(id: String, version: String, handler: @escaping @MainActor (BridgeMessage, any BridgeResponder) -> Void) {
    action = id
    self.version = version
    self.handler = handler
  }

  func handle(_ request: BridgeMessage, responder: any BridgeResponder) {
    handler(request, responder)
  }
}
