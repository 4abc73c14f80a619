import Causeway
import CausewayJSON

@_exported import struct Causeway.Origin
@_exported import enum CausewayJSON.JSONValue

/// One message of the bridge, in either direction.
public struct BridgeMessage: Hashable, Sendable {
  /// The protocol's version; nil if the page left it out.
  public var version: String?
  /// The kind of the message.
  public var type: BridgeMessageType
  /// The id that links a request to its responses.
  public var correlationId: String
  /// The instant at which the message was sent, in milliseconds since 1970; nil if the page left it out.
  public var timestamp: Double?
  /// The action, and the data, the status and the error that belong to it.
  public var payload: BridgePayload
  /// The number and the sender of a message that the host received.
  var receipt = BridgeReceipt()

  /// The origin of the page that sent the message, as the web view reports it. Show it in prompts to the user. Nil for
  /// a message that was not received from a page.
  public var origin: Origin? { receipt.frame?.origin }

  /// Creates a message.
  public init(
    type: BridgeMessageType, correlationId: String, payload: BridgePayload, version: String? = "1.0",
    timestamp: Double? = nil
  ) {
    self.version = version
    self.type = type
    self.correlationId = correlationId
    self.timestamp = timestamp
    self.payload = payload
  }
}

/// The kinds of messages.
public enum BridgeMessageType: String, Hashable, Sendable, CaseIterable {
  /// The page asks the host and expects a response.
  case request
  /// The host answers a request.
  case response
  /// The page or the host reports something and expects no response.
  case event
}

/// The content of a message.
public struct BridgePayload: Hashable, Sendable {
  /// The name of the requested action or of the event, with dots, such as `camera.document.capture`.
  public var action: String
  /// The parameters of a request, the result in a response, or the details of an event; nil if there are none.
  public var data: [String: JSONValue]?
  /// The status of the response; nil in requests and events.
  public var status: BridgeResponseStatus?
  /// The error of a response; nil in requests and events.
  public var error: BridgeErrorPayload?

  /// Creates a payload.
  public init(
    action: String, data: [String: JSONValue]? = nil, status: BridgeResponseStatus? = nil,
    error: BridgeErrorPayload? = nil
  ) {
    self.action = action
    self.data = data
    self.status = status
    self.error = error
  }
}

/// The response patterns of the messaging guide.
public enum BridgeResponseStatus: String, Hashable, Sendable, CaseIterable {
  /// The request succeeded; the response has its data.
  case success
  /// The request failed; the response has the error.
  case error
  /// The user cancelled.
  case cancelled
  /// The host does not support the action.
  case unsupported
  /// The host received the request and needs more time. Another response with the same correlation id follows.
  case acknowledged
}

/// The number and the sender of a message. The number distinguishes requests with the same content, for example from
/// one page and from the page that replaces it.
struct BridgeReceipt: Hashable, Sendable {
  var number: UInt64?
  var frame: Frame?
}
