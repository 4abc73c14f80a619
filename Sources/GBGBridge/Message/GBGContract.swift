/// The protocol's names on the wire, each in this one place. The public documentation shows no literal message, so the
/// envelope is our reading of it; what proves different is corrected here.
enum GBGContract {
  /// The name in traces and on Causeway's wire.
  static let name = "gbg"
  /// `window.webkit.messageHandlers.gbgBridge`, on Apple's platforms.
  static let handlerName = "gbgBridge"
  /// `window.GBGBridge`, whose `receive` the page supplies.
  static let globalName = "GBGBridge"
  /// The protocol's version; messages of another major version are answered with `VERSION_MISMATCH`.
  static let version = "1.0"
  /// How many messages ``BridgeHost/receivedMessages`` keeps.
  static let keptMessages = 200
  /// How much they may hold together, in bytes.
  static let keptBytes = 32 << 20

  /// The members of a message and of its payload.
  enum Key {
    static let version = "version"
    static let type = "type"
    static let correlationId = "correlationId"
    static let timestamp = "timestamp"
    static let payload = "payload"
    static let action = "action"
    static let data = "data"
    static let status = "status"
    static let error = "error"
    static let code = "code"
    static let message = "message"
    static let recoverable = "recoverable"
  }

  /// The actions that the host itself knows.
  enum Action {
    static let capabilityQuery = "capability.query"
    static let documentCapture = "camera.document.capture"
    static let selfieCapture = "camera.selfie.capture"
  }

  /// The ids of the typed slots, as `capability.query` lists them.
  enum CapabilityID {
    static let document = "camera.document"
    static let selfie = "camera.selfie"
  }
}

/// The bridge as pages on one platform see it.
public enum GBGSurface: String, Hashable, Sendable {
  /// `window.webkit.messageHandlers.gbgBridge`.
  case ios
  /// `window.GBGBridge.postMessage`, which takes JSON text.
  case android
}
