import Causeway

/// A failure of the bridge itself. The page gets an `Error` with this `code`.
package enum OnsideBridgeError: String, Error, CaseIterable {
  case notInitialized, unsupportedVersion, disallowedFrame, invalidArguments, bridgeDetached, timeout, tooLarge

  /// The message for the page's developer.
  package var message: String {
    switch self {
    case .notInitialized: "Call initializeOnside('\(OnsideContract.version)') first."
    case .unsupportedVersion: "The only supported version is '\(OnsideContract.version)'. Pass it to initializeOnside."
    case .disallowedFrame: "This document may not use the bridge. The app allows only main frames of certain origins."
    case .invalidArguments:
      "The argument is missing, has the wrong type, or cannot be expressed in JSON. See onside.d.ts."
    case .bridgeDetached: "The bridge to the app is closed. Reload the page."
    case .timeout: "The app did not answer in time. Try again later."
    case .tooLarge: "The call is too large, or too many calls are open. Send less data, or wait for open calls to end."
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
