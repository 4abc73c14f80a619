/// Why a service did not do what it was asked.
public enum OnsideServiceError: Error, Hashable, Sendable {
  /// It could not be reached, or the connection broke.
  case connectionError
  /// It does not know the app (HTTP 404).
  case appNotRegistered
  /// It refused the identifiers of products (HTTP 422).
  case invalidProductIdentifier
  /// It is there and does not work (HTTP 5xx).
  case serviceUnavailable
  /// Nobody is logged in, or somebody else than is meant.
  case notLoggedIn
  /// There is no such thing in local testing.
  case notSupportedInLocalTesting
  /// What was asked is refused, such as an order for a product that is not for sale, or a card. The reason is shown to the
  /// user: a sentence in words for people, with nothing of a protocol in it.
  case refused(String)
  /// The payment method was declined, or is not there any more. Nothing was paid, and the user may pay with another one.
  /// The reason is shown to the user, as that of ``refused(_:)``.
  case declined(String)
  /// A code of a login is not sent, or does not log in.
  case loginCode(OnsideLoginCodeError)
  /// The product costs something else by now, or the user's storefront is another; this is what it is. Nothing was paid.
  case priceChanged(OnsideProduct)
  /// The work was cancelled.
  case cancelled
  /// Anything else; the reason is for logs, without secrets.
  case internalError(String)
}

extension OnsideServiceError: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .connectionError: "the store could not be reached"
    case .appNotRegistered: "the store does not know this app"
    case .invalidProductIdentifier: "the store refused the product identifiers"
    case .serviceUnavailable: "the store does not work at the moment"
    case .notLoggedIn: "nobody is logged in"
    case .notSupportedInLocalTesting: "local testing has no such thing"
    case .refused(let reason): "the store refused it: \(reason)"
    case .declined(let reason): "the payment method was declined: \(reason)"
    case .loginCode(.wrong(let left)): "the code is wrong; tries that are left: \(left)"
    case .loginCode(.expired): "the code cannot be used any more"
    case .loginCode(.tooMany(let seconds)): "too many codes were sent; another one can be in \(seconds) s"
    case .priceChanged(let product): "the price has changed: \(product)"
    case .cancelled: "it was cancelled"
    case .internalError(let reason): reason
    }
  }
}
