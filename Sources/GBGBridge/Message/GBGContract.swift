/// The protocol's names on the wire. All of them are defined here, because the public documentation does not show a
/// literal message. The envelope is our interpretation, so a correction of a name must change only this file.
enum GBGContract {
  /// The protocol's name in traces, and in messages between the page script and the app.
  static let name = "gbg"
  /// The name in `window.webkit.messageHandlers.gbgBridge`, on Apple's platforms.
  static let handlerName = "gbgBridge"
  /// The name of the global object `window.GBGBridge`. The page supplies its function `receive`.
  static let globalName = "GBGBridge"
  /// The protocol's version. Requests with another major version are answered with `VERSION_MISMATCH`.
  static let version = "1.0"
  /// The maximum number of messages in ``BridgeHost/receivedMessages``.
  static let keptMessages = 200
  /// The maximum total size of the messages in ``BridgeHost/receivedMessages``, in bytes.
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

  /// The actions that the host handles itself.
  enum Action {
    static let capabilityQuery = "capability.query"
    static let documentCapture = "camera.document.capture"
    static let selfieCapture = "camera.selfie.capture"
  }

  /// The ids under which `capability.query` lists the typed slots.
  enum CapabilityID {
    static let document = "camera.document"
    static let selfie = "camera.selfie"
  }
}

/// The form of the bridge that pages on one platform expect.
public enum GBGSurface: String, Hashable, Sendable {
  /// `window.webkit.messageHandlers.gbgBridge`, on Apple's platforms.
  case ios
  /// `window.GBGBridge.postMessage` on Android, which takes JSON text.
  case android
}
