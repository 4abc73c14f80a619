/// What went wrong with a request.
public struct BridgeErrorPayload: Error, Hashable, Sendable {
  /// A constant for programs: one of ``BridgeErrorCode`` or a code of the app's own.
  public var code: String
  /// A sentence for people, without secrets.
  public var message: String
  /// Whether trying again may help.
  public var recoverable: Bool

  /// An error of any code. Without a word on whether trying again may help it is what the code's meaning says; not, for
  /// codes of the app's own.
  public init(code: String, message: String, recoverable: Bool? = nil) {
    self.code = code
    self.message = message
    self.recoverable = recoverable ?? BridgeErrorCode(rawValue: code)?.isRecoverable ?? false
  }

  /// An error of a code that the web client knows.
  public init(_ code: BridgeErrorCode, _ message: String, recoverable: Bool? = nil) {
    self.init(code: code.rawValue, message: message, recoverable: recoverable)
  }
}

/// The codes that the web client knows.
public enum BridgeErrorCode: String, Hashable, Sendable, CaseIterable {
  /// The host lacks the feature.
  case unsupported = "UNSUPPORTED"
  /// Permission was refused.
  case permissionDenied = "PERMISSION_DENIED"
  /// The user cancelled.
  case cancelled = "CANCELLED"
  /// There was no answer in time.
  case timeout = "TIMEOUT"
  /// Another operation of the same kind runs.
  case busy = "BUSY"
  /// The payload is malformed.
  case invalidRequest = "INVALID_REQUEST"
  /// Something unexpected happened in the host.
  case internalError = "INTERNAL_ERROR"
  /// The protocol versions do not fit.
  case versionMismatch = "VERSION_MISMATCH"

  /// Whether trying again may help.
  public var isRecoverable: Bool {
    switch self {
    case .permissionDenied, .cancelled, .timeout, .busy: true
    case .unsupported, .invalidRequest, .internalError, .versionMismatch: false
    }
  }
}
