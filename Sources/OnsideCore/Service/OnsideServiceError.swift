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
  /// The order was refused: declined, not for sale here, or its key is void. The reason is for people.
  case refused(String)
  /// The means of payment was declined; why, for people. Nothing was paid, and another one may be.
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
    case .refused(let reason): "the store refused the order: \(reason)"
    case .declined(let reason): "the means of payment was declined: \(reason)"
    case .loginCode(.wrong(let left)): "the code is wrong; tries that are left: \(left)"
    case .loginCode(.expired): "the code cannot be used any more"
    case .loginCode(.tooMany(let seconds)): "too many codes were sent; another one can be in \(seconds) s"
    case .priceChanged(let product): "the price has changed: \(product)"
    case .cancelled: "it was cancelled"
    case .internalError(let reason): reason
    }
  }
}
