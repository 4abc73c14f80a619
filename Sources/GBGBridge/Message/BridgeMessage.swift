import Causeway
import CausewayJSON

@_exported import struct Causeway.Origin
@_exported import enum CausewayJSON.JSONValue

/// One message of the bridge, in either direction.
public struct BridgeMessage: Hashable, Sendable {
  /// The protocol's version; nil if the page left it out.
  public var version: String?
  /// What kind of message it is.
  public var type: BridgeMessageType
  /// Pairs a request with its responses.
  public var correlationId: String
  /// When it was sent, in milliseconds since 1970; nil if the page left it out.
  public var timestamp: Double?
  /// What it says.
  public var payload: BridgePayload
  /// What the host knows of a message that it received.
  var receipt = BridgeReceipt()

  /// The origin of the page that sent it, as the web view reports it, for whatever asks the user; nil for a message that
  /// was not received.
  public var origin: Origin? { receipt.frame?.origin }

  /// A message.
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

/// The kinds of message.
public enum BridgeMessageType: String, Hashable, Sendable, CaseIterable {
  /// The page asks and expects a response.
  case request
  /// The host answers.
  case response
  /// Either side tells something and expects nothing.
  case event
}

/// What a message says.
public struct BridgePayload: Hashable, Sendable {
  /// What is asked or told: dotted, such as `camera.document.capture`.
  public var action: String
  /// The details.
  public var data: [String: JSONValue]?
  /// How a request came off; in responses only.
  public var status: BridgeResponseStatus?
  /// What went wrong; in responses only.
  public var error: BridgeErrorPayload?

  /// A payload.
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
  /// Success with data.
  case success
  /// Error with details.
  case error
  /// Cancelled by the user.
  case cancelled
  /// The host does not support the action.
  case unsupported
  /// Received; the operation takes time, and another response with the same correlation id follows.
  case acknowledged
}

/// Who sent a message, and its number: that tells apart requests that say the same, such as one of a page that is gone and
/// one of the page after it.
struct BridgeReceipt: Hashable, Sendable {
  var number: UInt64?
  var frame: Frame?
}
