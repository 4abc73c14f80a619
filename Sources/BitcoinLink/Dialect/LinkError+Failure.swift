import Causeway

extension LinkError {
  /// What the page is told of a failure.
  init(_ failure: Failure, of command: LinkCommand?) {
    switch failure {
    case .handler(let error): self.init(error, of: command)
    case .unknownCapability: self.init(.protocolError, "The wallet has no such command.")
    case .refused, .tooManyRequests: self.init(.connectionDenied, failure.pageMessage)
    case .malformed, .invalidParameters, .tooLarge: self.init(.malformedInput, failure.pageMessage)
    case .deadlineExceeded: self = .requestTimeout
    case .cancelled: self = .canceled
    // Of a duplicate and of a page that is gone nobody is told.
    case .unanswered, .bytesNotCarried, .duplicate, .documentGone: self = .failed(command)
    }
  }

  /// What the page is told of what a provider threw: the provider's words where it has some for pages.
  private init(_ error: any Error, of command: LinkCommand?) {
    switch error {
    case let error as LinkError: self = error
    case is CancellationError: self = .canceled
    case let error as any PageFacingError:
      self.init(LinkErrorType(rawValue: error.code) ?? LinkError.failed(command).type, error.pageMessage)
    default: self = .failed(command)
    }
  }

  /// A failure of which no more is to be said: of the types that are documented for the command, the one that fits best.
  private static func failed(_ command: LinkCommand?) -> LinkError {
    let type: LinkErrorType =
      switch command {
      case .getAddress, .getInfo: .connectionDenied
      case .sendAssets: .sendError
      case .payInvoice: .merchantError
      case .createToken, nil: .protocolError
      case .requestValue, .requestWeb3Sign: .canceled
      }
    return LinkError(type, "The wallet could not do this.")
  }
}
