/// The reason why an order could not be confirmed. The ledger recorded nothing about the order.
public enum ConfirmationError: Error, Hashable, Sendable {
  /// The Merchant API returned no history.
  case merchant(MerchantError)
  /// The history from the Merchant API was refused.
  case history(HistoryError)
  /// The history from the Merchant API belongs to another app.
  case otherApp
  /// The history from the Merchant API does not contain the order, or its entry is not usable.
  case orderMissing
  /// The call reached its maximum number of orders or its timeout before this order; the next call continues.
  case postponed
}

extension ConfirmationError {
  /// Whether a later call can confirm the order.
  public var isTransient: Bool {
    switch self {
    case .merchant(let error): error.isTransient || error == .cancelled
    case .history(.key(.unavailable)), .postponed: true
    case .history, .otherApp, .orderMissing: false
    }
  }

  /// Whether the next order would fail in the same way, so that a further request is useless.
  var isGeneral: Bool {
    switch self {
    case .merchant(.unknownOrder), .merchant(.notAllowed), .merchant(.notSigned), .merchant(.tooLarge): false
    case .merchant, .history(.key(.unavailable)), .postponed: true
    case .history, .otherApp, .orderMissing: false
    }
  }
}

extension ConfirmationError: CustomStringConvertible {
  /// The problem, in a sentence without a period at the end.
  public var description: String {
    switch self {
    case .merchant(let error): "\(error)"
    case .history(let error): "in the Merchant API's answer, \(error)"
    case .otherApp: "the Merchant API's history belongs to another app"
    case .orderMissing: "the Merchant API's history does not contain the order"
    case .postponed: "the call reached its limit of orders or time before this order; the next call continues"
    }
  }
}
