import Causeway
import CausewayJSON
import OnsideMerchant

/// Why `POST /validate` has no answer, as RFC 9457 says it in JSON.
struct ValidationProblem: Error, Hashable, Sendable {
  /// The HTTP status.
  var status: Int
  /// What is wrong, for people.
  var title: String
  /// What is wrong, for programs.
  var code: String

  /// The body that is sent.
  var json: JSONValue {
    ["status": .number(Double(status)), "title": .string(title), "code": .string(code)]
  }

  /// The header fields that belong to the status.
  var fields: [(name: String, value: String)] {
    switch status {
    case 401: [("WWW-Authenticate", "Bearer")]
    case 405: [("Allow", "POST")]
    case 503: [("Retry-After", "1")]
    default: []
    }
  }

  /// The client has not sent its secret.
  static let unauthorized = ValidationProblem(
    status: 401, title: "Send the client's secret in the field Authorization, as Bearer.", code: "unauthorized")

  /// The body cannot be used.
  static func badRequest(_ title: String) -> ValidationProblem {
    ValidationProblem(status: 400, title: title, code: "bad_request")
  }
}

extension ValidationProblem {
  /// What a validation failed with. Whoever asked gets to know nothing of the ledger's machine.
  init(_ error: ValidationError) {
    switch error {
    case .history(let refusal):
      self.init(status: refusal.isOurs ? 503 : 422, title: Self.sentence(error), code: refusal.code)
    case .otherApp: self.init(status: 422, title: Self.sentence(error), code: "other_app")
    case .orderNotInHistory: self.init(status: 422, title: Self.sentence(error), code: "order_not_in_history")
    case .notConfirmed(_, let reason): self.init(status: reason.status, title: Self.sentence(error), code: reason.code)
    case .ledger(.invalidCustomer): self.init(status: 400, title: Self.sentence(error), code: "invalid_customer")
    case .ledger(.invalidHistory): self.init(status: 422, title: Self.sentence(error), code: "invalid_history")
    case .ledger(.unavailable):
      self.init(status: 503, title: "The ledger is not available; try again later.", code: "ledger_unavailable")
    case .ledger:
      self.init(status: 500, title: "The ledger failed; the server's log says why.", code: "ledger_failed")
    }
  }

  /// An error's description, which begins small and ends without a full stop.
  static func sentence(_ error: some CustomStringConvertible) -> String {
    let text = error.description
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}

extension HistoryError {
  /// Whether it is not the history that is at fault, but that the store's keys cannot be had.
  fileprivate var isOurs: Bool {
    switch self {
    case .key(.unavailable), .key(.insecureLocation): true
    default: false
    }
  }
}

extension ConfirmationError {
  /// What an order that cannot be confirmed is called in JSON.
  var code: String {
    switch self {
    case .merchant(let error): error.code
    case .history(let error): "merchant_api_\(error.code)"
    case .otherApp: "merchant_api_other_app"
    case .orderMissing: "merchant_api_order_missing"
    case .postponed: "merchant_api_postponed"
    }
  }

  /// 503 for what can go well later, 422 for what the store says of the order, 502 for what is wrong between the
  /// publisher and the store.
  fileprivate var status: Int {
    if isTransient { return 503 }
    switch self {
    case .merchant(.unknownOrder), .merchant(.notAllowed), .otherApp, .orderMissing: return 422
    case .merchant, .history, .postponed: return 502
    }
  }
}
