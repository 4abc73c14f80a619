import Causeway

extension LinkError {
  /// Creates the error that the page gets for a failure.
  init(_ failure: Failure, of command: LinkCommand?) {
    switch failure {
    case .handler(let error): self.init(error, of: command)
    case .unknownCapability: self.init(.protocolError, "The wallet does not have this command.")
    case .refused, .tooManyRequests: self.init(.connectionDenied, failure.pageMessage)
    case .malformed, .invalidParameters, .tooLarge: self.init(.malformedInput, failure.pageMessage)
    case .deadlineExceeded: self = .requestTimeout
    case .cancelled: self = .canceled
    // Duplicates and documents that no longer exist get no reply, so this error is not used for them.
    case .unanswered, .bytesNotCarried, .tooManyStreams, .keyedCall, .duplicate, .documentGone: self = .failed(command)
    }
  }

  /// Creates the error that the page gets for an error of the provider. Uses the provider's text if it is meant for
  /// pages.
  private init(_ error: any Error, of command: LinkCommand?) {
    switch error {
    case let error as LinkError: self = error
    case is CancellationError: self = .canceled
    case let error as any PageFacingError:
      self.init(LinkErrorType(rawValue: error.code) ?? LinkError.failed(command).type, error.pageMessage)
    default: self = .failed(command)
    }
  }

  /// Returns an error without details for a command. The error has the best-fitting type among those that the protocol
  /// documents for the command.
  private static func failed(_ command: LinkCommand?) -> LinkError {
    let type: LinkErrorType =
      switch command {
      case .getAddress, .getInfo: .connectionDenied
      case .sendAssets: .sendError
      case .payInvoice: .merchantError
      case .createToken, nil: .protocolError
      case .requestValue, .requestWeb3Sign: .canceled
      }
    return LinkError(type, "The wallet could not complete the request.")
  }
}
