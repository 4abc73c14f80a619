/// Why an order could not be confirmed, so that nothing was recorded of it.
public enum ConfirmationError: Error, Hashable, Sendable {
  /// The Merchant API gave no history.
  case merchant(MerchantError)
  /// The Merchant API's history is refused.
  case history(HistoryError)
  /// The Merchant API's history is of another app.
  case otherApp
  /// The Merchant API's history does not have the order, or not in a form that can be used.
  case orderMissing
  /// The call had asked about as many orders, or for as long, as one may; the next call goes on.
  case postponed
}

extension ConfirmationError {
  /// Whether the order can be confirmed later.
  public var isTransient: Bool {
    switch self {
    case .merchant(let error): error.isTransient || error == .cancelled
    case .history(.key(.unavailable)), .postponed: true
    case .history, .otherApp, .orderMissing: false
    }
  }

  /// Whether the next order would meet with the same, so that it need not be tried.
  var isGeneral: Bool {
    switch self {
    case .merchant(.unknownOrder), .merchant(.notAllowed), .merchant(.notSigned), .merchant(.tooLarge): false
    case .merchant, .history(.key(.unavailable)), .postponed: true
    case .history, .otherApp, .orderMissing: false
    }
  }
}

extension ConfirmationError: CustomStringConvertible {
  /// What is wrong, in a sentence without a full stop.
  public var description: String {
    switch self {
    case .merchant(let error): "\(error)"
    case .history(let error): "of the Merchant API's answer: \(error)"
    case .otherApp: "the Merchant API's history is of another app"
    case .orderMissing: "the Merchant API's history does not have the order"
    case .postponed: "too many orders for one call; the next one goes on"
    }
  }
}
