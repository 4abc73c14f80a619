/// The reason why a service did not fulfill a request.
public enum OnsideServiceError: Error, Hashable, Sendable {
  /// The service could not be reached, or the connection broke.
  case connectionError
  /// The service does not know the app (HTTP 404).
  case appNotRegistered
  /// The service refused the product identifiers (HTTP 422).
  case invalidProductIdentifier
  /// The service was reached, but reported a server error (HTTP 5xx).
  case serviceUnavailable
  /// No user is logged in, or the logged-in account is not the account that the request names.
  case notLoggedIn
  /// Local testing does not support the request.
  case notSupportedInLocalTesting
  /// The service refused the request, such as an order for a product that is not for sale, or a card. The reason is
  /// shown to the user: a sentence without any terms of the protocol.
  case refused(String)
  /// The payment method was declined, or was removed. Nothing was paid, and the user may pay with another payment
  /// method. The reason is shown to the user, like the reason of ``refused(_:)``.
  case declined(String)
  /// A login code could not be sent, or was not accepted.
  case loginCode(OnsideLoginCodeError)
  /// The product's price or the user's storefront has changed; the value is the current product. Nothing was paid.
  case priceChanged(OnsideProduct)
  /// The request was cancelled.
  case cancelled
  /// Any other reason, as a text for logs that contains no secrets.
  case internalError(String)
}

extension OnsideServiceError: CustomStringConvertible {
  /// The reason, and what to do about it, as an English text.
  public var description: String {
    switch self {
    case .connectionError: "the store could not be reached; check the connection"
    case .appNotRegistered: "the store does not know this app; check its bundle identifier"
    case .invalidProductIdentifier: "the store refused the product identifiers; check their form and number"
    case .serviceUnavailable: "the store is not available at the moment; try again later"
    case .notLoggedIn: "no user is logged in"
    case .notSupportedInLocalTesting: "local testing does not support the request; use a sandbox store"
    case .refused(let reason): "the store refused the request: \(reason)"
    case .declined(let reason): "the payment method was declined: \(reason)"
    case .loginCode(.wrong(let left)): "the code is wrong; remaining attempts: \(left)"
    case .loginCode(.expired): "the code is no longer valid; request a new one"
    case .loginCode(.tooMany(let seconds)): "too many codes were sent; another one can be sent in \(seconds) s"
    case .priceChanged(let product): "the price has changed: \(product)"
    case .cancelled: "the request was cancelled"
    case .internalError(let reason): reason
    }
  }
}
