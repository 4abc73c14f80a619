import CausewayText

extension OnsideServiceError {
  /// The text for the user, in English. It omits the reason of ``internalError(_:)``, which is for logs.
  package var userMessage: String {
    switch self {
    case .connectionError: "The store could not be reached. Check your connection and try again."
    case .appNotRegistered: "The store does not know this app. Ask the app's publisher for help."
    case .invalidProductIdentifier: "The store does not know this product. Ask the app's publisher for help."
    case .serviceUnavailable: "The store is not available at the moment. Try again later."
    case .notLoggedIn: "You are no longer logged in with this account. Log in and try again."
    case .notSupportedInLocalTesting: "Local testing does not support this function. Use a sandbox store to test it."
    case .refused(let reason), .declined(let reason):
      reason.isEmpty
        ? "The store refused the request and gave no reason. Try again later." : PageText(reason).shown(limit: 300)
    case .loginCode(let error): error.userMessage
    case .priceChanged: "The price has changed. Check the new price before you pay."
    case .cancelled: "The request was cancelled. Try again."
    case .internalError: "Something went wrong. Try again later."
    }
  }
}
