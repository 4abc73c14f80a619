import CausewayJSON

/// The reason why a payload is not a history.
public enum TransactionHistoryError: Error, Hashable, Sendable {
  /// The payload is not JSON.
  case notJSON(JSONError)
  /// The payload is JSON, but not an object.
  case notAnObject
  /// The payload has no `transactions`, or its value is not an array.
  case noTransactions
}

extension TransactionHistoryError: CustomStringConvertible {
  /// The problem, in a sentence without a period at the end. It quotes at most one character of the payload: the first
  /// that is not valid JSON.
  public var description: String {
    switch self {
    case .notJSON(let error): "the payload is not JSON: \(error)"
    case .notAnObject: "the payload is not a JSON object"
    case .noTransactions: "the payload has no array \"transactions\""
    }
  }
}
