/// The error of a request that failed.
public struct BridgeErrorPayload: Error, Hashable, Sendable {
  /// The error's code for programs: one of ``BridgeErrorCode`` or a code that the app defines.
  public var code: String
  /// A text for the page's developers and users. It must not contain secrets.
  public var message: String
  /// Whether trying again may help.
  public var recoverable: Bool

  /// Creates an error with any code. If `recoverable` is nil, the default of the ``BridgeErrorCode`` is used, and false
  /// for the app's own codes.
  public init(code: String, message: String, recoverable: Bool? = nil) {
    self.code = code
    self.message = message
    self.recoverable = recoverable ?? BridgeErrorCode(rawValue: code)?.isRecoverable ?? false
  }

  /// Creates an error with a code that the web client knows.
  public init(_ code: BridgeErrorCode, _ message: String, recoverable: Bool? = nil) {
    self.init(code: code.rawValue, message: message, recoverable: recoverable)
  }
}

/// The codes that the web client knows.
public enum BridgeErrorCode: String, Hashable, Sendable, CaseIterable {
  /// The host lacks the feature.
  case unsupported = "UNSUPPORTED"
  /// The user or the system refused a permission.
  case permissionDenied = "PERMISSION_DENIED"
  /// The user cancelled.
  case cancelled = "CANCELLED"
  /// There was no answer before the deadline.
  case timeout = "TIMEOUT"
  /// Another operation of the same kind is running.
  case busy = "BUSY"
  /// The payload is malformed.
  case invalidRequest = "INVALID_REQUEST"
  /// An unexpected error happened in the host.
  case internalError = "INTERNAL_ERROR"
  /// The page and the host use incompatible versions of the protocol.
  case versionMismatch = "VERSION_MISMATCH"

  /// Whether trying again may help, according to the meaning of the code.
  public var isRecoverable: Bool {
    switch self {
    case .permissionDenied, .cancelled, .timeout, .busy: true
    case .unsupported, .invalidRequest, .internalError, .versionMismatch: false
    }
  }
}
