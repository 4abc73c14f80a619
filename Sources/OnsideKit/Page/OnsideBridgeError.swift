import Causeway

/// A failure of the bridge itself. The page gets an `Error` with this `code`.
package enum OnsideBridgeError: String, Error, CaseIterable {
  case notInitialized, unsupportedVersion, disallowedFrame, invalidArguments, bridgeDetached, timeout, tooLarge

  /// The message for the page's developer.
  package var message: String {
    switch self {
    case .notInitialized: "Call initializeOnside('\(OnsideContract.version)') first."
    case .unsupportedVersion: "The only supported version is '\(OnsideContract.version)'."
    case .disallowedFrame: "This document may not use the bridge."
    case .invalidArguments: "The argument is missing, has the wrong type, or cannot be expressed in JSON."
    case .bridgeDetached: "The bridge to the app is closed."
    case .timeout: "The app did not answer in time."
    case .tooLarge: "The call is too large, or too many calls are open."
    }
  }

  /// Converts a failure of the engine, which contains details that a page must not receive.
  init(_ failure: Failure) {
    switch failure {
    case .handler(let error): self = error as? OnsideBridgeError ?? .bridgeDetached
    case .malformed, .invalidParameters, .unknownCapability: self = .invalidArguments
    case .refused: self = .disallowedFrame
    case .tooLarge, .tooManyRequests: self = .tooLarge
    case .deadlineExceeded: self = .timeout
    case .duplicate, .unanswered, .bytesNotCarried, .tooManyStreams, .keyedCall, .cancelled, .documentGone:
      self = .bridgeDetached
    }
  }
}
