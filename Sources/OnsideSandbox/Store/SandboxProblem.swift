import OnsideCore

/// The reason why the store refuses a request, and the body of the answer (RFC 9457).
package struct SandboxProblem: Error, Hashable, Sendable {
  /// The code, for programs.
  package var code: Code
  /// The problem and its remedy, for developers. The titles of ``Code/declined``, ``Code/unknownCard`` and
  /// ``Code/cardExpired`` are shown to the user. A title may contain names and lengths from the request, but no other
  /// data of the client.
  package var title: String
  /// A more exact code, for programs; nil if ``code`` is exact enough.
  package var reason: String?
  /// The product with its current price, for ``Code/priceChanged``.
  package var product: OnsideProduct?
  /// The number of seconds after which the client can try again.
  package var retryAfter: Int?
  /// The number of remaining attempts, for ``Code/wrongCode``.
  package var attemptsLeft: Int?
  /// The cause, for the store's own log. It is not sent to the client.
  package var cause: String?

  package init(_ code: Code, _ title: String, reason: String? = nil, product: OnsideProduct? = nil) {
    self.code = code
    self.title = title
    self.reason = reason
    self.product = product
  }

  /// The codes of `openapi.yaml`.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    case appNotRegistered = "app_not_registered"
    case badRequest = "bad_request"
    case cardExpired = "card_expired"
    case codeExpired = "code_expired"
    case declined
    case invalidProductIdentifier = "invalid_product_identifier"
    case invalidToken = "invalid_token"
    case keyReused = "key_reused"
    case keyVoid = "key_void"
    case methodNotAllowed = "method_not_allowed"
    case noStorefront = "no_storefront"
    case notAllowed = "not_allowed"
    case notForSale = "not_for_sale"
    case notFound = "not_found"
    case notLoggedIn = "not_logged_in"
    case paymentsRefused = "payments_refused"
    case priceChanged = "price_changed"
    case rateLimited = "rate_limited"
    case signInEnded = "sign_in_ended"
    case tooManyCodes = "too_many_codes"
    case unavailable
    case unknownCard = "unknown_card"
    case unknownOrder = "unknown_order"
    case unknownPaymentMethod = "unknown_payment_method"
    case unknownReport = "unknown_report"
    case unsupportedMediaType = "unsupported_media_type"
    case wrongCode = "wrong_code"
    case internalError = "internal_error"

    /// The HTTP status.
    package var status: Int {
      switch self {
      case .badRequest: 400
      case .invalidToken, .notLoggedIn: 401
      case .declined: 402
      case .notAllowed: 403
      case .appNotRegistered, .notFound, .unknownOrder, .unknownReport: 404
      case .methodNotAllowed: 405
      case .priceChanged: 409
      case .codeExpired, .keyVoid, .signInEnded: 410
      case .unsupportedMediaType: 415
      case .cardExpired, .invalidProductIdentifier, .keyReused, .noStorefront, .notForSale, .paymentsRefused,
        .unknownCard, .unknownPaymentMethod, .wrongCode:
        422
      case .rateLimited, .tooManyCodes: 429
      case .internalError: 500
      case .unavailable: 503
      }
    }
  }
}

extension SandboxProblem {
  /// The problem for a call that needs a session and has no token.
  package static let notLoggedIn = SandboxProblem(
    .notLoggedIn, "No user is logged in: send the access token of a session in the field Authorization")

  /// The problem for an order id that does not exist.
  package static let unknownOrder = SandboxProblem(.unknownOrder, "No order has this id")

  /// The problem for a report number that does not exist.
  static let unknownReport = SandboxProblem(.unknownReport, "No report has this number")

  /// The problem for a text that is neither an e-mail address nor a telephone number.
  static let noAddress = SandboxProblem(.badRequest, "This is neither an e-mail address nor a telephone number")

  /// The problem for the id of a card that the account does not have.
  static let unknownPaymentMethod = SandboxProblem(
    .notFound, "The account has no payment method with the id in the path")

  /// The problem for an order under a key that was settled before the order arrived.
  static let voidKey = SandboxProblem(
    .keyVoid,
    "Idempotency-Key: the key was settled without a payment before the order arrived, so it is void; send a new key")
}
