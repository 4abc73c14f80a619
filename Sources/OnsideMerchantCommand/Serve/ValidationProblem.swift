import CausewayJSON
import OnsideMerchant

/// The reason why `POST /validate` failed, which is sent as JSON in the form of RFC 9457.
struct ValidationProblem: Error, Hashable, Sendable {
  /// The HTTP status of the response.
  var status: Int
  /// The human-readable description of the problem.
  var title: String
  /// The machine-readable code of the problem.
  var code: String

  /// The methods that the route supports, for status 405.
  var allowedMethods: [String] = []

  /// The body of the response.
  var json: JSONValue {
    ["status": .number(Double(status)), "title": .string(title), "code": .string(code)]
  }

  /// The header fields that the status needs.
  var fields: [(name: String, value: String)] {
    switch status {
    case 401: [("WWW-Authenticate", "Bearer")]
    case 405: [("Allow", allowedMethods.joined(separator: ", "))]
    case 503: [("Retry-After", "1")]
    default: []
    }
  }

  /// The problem of a client that did not send the right secret.
  static let unauthorized = ValidationProblem(
    status: 401, title: "Send the client's secret as a Bearer token in the field Authorization.", code: "unauthorized")

  /// The problem of a request that a proxy has forwarded while clients need no secret: the client may be on another
  /// machine.
  static let forwarded = ValidationProblem(
    status: 403,
    title: "A proxy has forwarded this request. Give the server a client's secret, so that it accepts such requests.",
    code: "forwarded_without_secret")

  /// Makes the problem of a request with a method that the route does not support.
  static func methodNotAllowed(_ route: MerchantRoute) -> ValidationProblem {
    let title =
      switch route {
      case .validate: "Send histories to /validate with POST."
      case .notifications: "Send notifications to /notifications with POST."
      default: "This address supports only GET and HEAD."
      }
    return ValidationProblem(
      status: 405, title: title, code: "method_not_allowed", allowedMethods: route.methods)
  }

  /// Makes the problem of a request whose body cannot be used.
  static func badRequest(_ title: String) -> ValidationProblem {
    ValidationProblem(status: 400, title: title, code: "bad_request")
  }
}

extension ValidationProblem {
  /// Creates the problem for a validation that failed. The client does not learn details of the ledger's machine.
  init(_ error: ValidationError) {
    switch error {
    case .history(let refusal):
      self.init(status: refusal.isOurs ? 503 : 422, title: Self.sentence(error), code: refusal.code)
    case .otherApp: self.init(status: 422, title: Self.sentence(error), code: "other_app")
    case .orderNotInHistory: self.init(status: 422, title: Self.sentence(error), code: "order_not_in_history")
    case .notConfirmed(_, let reason): self.init(status: reason.status, title: Self.sentence(error), code: reason.code)
    case .ledger(.invalidCustomer): self.init(status: 400, title: Self.sentence(error), code: "invalid_customer")
    case .ledger(.invalidHistory): self.init(status: 422, title: Self.sentence(error), code: "invalid_history")
    // Another server may have a connection or the newer version, and one that ends closes its ledger.
    case .ledger(.unavailable), .ledger(.newer), .ledger(.closed):
      self.init(status: 503, title: "The ledger is not available; try again later.", code: "ledger_unavailable")
    case .ledger:
      self.init(status: 500, title: "The ledger failed; the server's log says why.", code: "ledger_failed")
    }
  }

  /// Creates the problem for a notification that was refused. With status 503, the store should send it again.
  init(ofNotification error: NotificationError) {
    switch error {
    case .history(let refusal): self.init(.history(refusal))
    case .notANotification: self.init(status: 422, title: Self.sentence(error), code: "not_a_notification")
    case .otherMerchant: self.init(status: 422, title: Self.sentence(error), code: "other_merchant")
    case .otherApp: self.init(status: 422, title: Self.sentence(error), code: "other_app")
    case .outsideWindow: self.init(status: 422, title: Self.sentence(error), code: "outside_window")
    case .unusablePurchase: self.init(status: 422, title: Self.sentence(error), code: "unusable_purchase")
    case .ledger(let reason): self.init(.ledger(reason))
    }
  }

  /// Makes a sentence from an error's description, which begins with a lowercase letter and has no period at the end.
  static func sentence(_ error: some CustomStringConvertible) -> String {
    let text = error.description
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}

extension HistoryError {
  /// Whether the server could not get the store's keys, so that the history itself may be valid.
  fileprivate var isOurs: Bool {
    switch self {
    case .key(.unavailable), .key(.insecureLocation): true
    default: false
    }
  }
}

extension ConfirmationError {
  /// The code in JSON of the reason why an order cannot be confirmed.
  var code: String {
    switch self {
    case .merchant(let error): error.code
    case .history(let error): "merchant_api_\(error.code)"
    case .otherApp: "merchant_api_other_app"
    case .orderMissing: "merchant_api_order_missing"
    case .postponed: "merchant_api_postponed"
    }
  }

  /// The HTTP status: 503 for errors that may go away, 422 if the store rejects the order, and 502 for other errors
  /// between the publisher and the store.
  fileprivate var status: Int {
    if isTransient { return 503 }
    switch self {
    case .merchant(.unknownOrder), .merchant(.notAllowed), .otherApp, .orderMissing: return 422
    case .merchant, .history, .postponed: return 502
    }
  }
}
