import Causeway
import CausewayJSON

/// Answers one action of the bridge.
@MainActor public protocol BridgeCapabilityHandler: AnyObject {
  /// The action, such as `nfc.read`.
  var action: String { get }

  /// Answers a request, now or later, by the responder.
  func handle(_ request: BridgeMessage, responder: any BridgeResponder)
}

/// The way to answer one request: ``BridgeResponseStatus/acknowledged`` any number of times, then one final response.
///
/// A second final response is not sent and sets ``BridgeHost/lastError``. A responder that is let go without a final
/// response answers `INTERNAL_ERROR`, so that no page waits for ever.
@MainActor public protocol BridgeResponder: AnyObject {
  /// Sends a response. What went wrong is left out of `success` and `acknowledged`.
  func respond(status: BridgeResponseStatus, data: [String: JSONValue]?, error: BridgeErrorPayload?)

  /// Says what to do if the page goes away before the final response: to close a screen, for instance. At once, if it is
  /// gone already.
  func onCancel(_ action: @escaping @MainActor () -> Void)
}

extension BridgeResponder {
  /// For responders of an app's own tests, whose page never goes away: the action is not called.
  public func onCancel(_ action: @escaping @MainActor () -> Void) {}

  /// Sends a response without details of an error.
  public func respond(status: BridgeResponseStatus, data: [String: JSONValue]? = nil) {
    respond(status: status, data: data, error: nil)
  }

  /// Sends a response without data.
  public func respond(status: BridgeResponseStatus, error: BridgeErrorPayload) {
    respond(status: status, data: nil, error: error)
  }
}

/// A capability of the app's own.
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
