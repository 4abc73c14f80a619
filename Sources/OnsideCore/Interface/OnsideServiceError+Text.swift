import CausewayText

extension OnsideServiceError {
  /// The text for the user, in English. Texts for logs are not shown.
  package var userMessage: String {
    switch self {
    case .connectionError: "The store could not be reached. Check your connection and try again."
    case .appNotRegistered: "The store does not know this app."
    case .invalidProductIdentifier: "The store does not know this product."
    case .serviceUnavailable: "The store is not available at the moment. Try again later."
    case .notLoggedIn: "You are no longer logged in with this account."
    case .notSupportedInLocalTesting: "This is not available in local testing."
    case .refused(let reason), .declined(let reason):
      reason.isEmpty ? "The store refused the request and gave no reason." : PageText(reason).shown(limit: 300)
    case .loginCode(let error): error.userMessage
    case .priceChanged: "The price has changed."
    case .cancelled: "The request was cancelled."
    case .internalError: "Something went wrong. Try again later."
    }
  }
}
