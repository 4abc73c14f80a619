import CausewayJSON

/// Why a payload is no history at all.
public enum TransactionHistoryError: Error, Hashable, Sendable {
  /// It is not JSON.
  case notJSON(JSONError)
  /// It is JSON, but not an object.
  case notAnObject
  /// It has no `transactions`, or they are not an array.
  case noTransactions
}

extension TransactionHistoryError: CustomStringConvertible {
  /// What is wrong, in a sentence without a full stop; of the payload at most the character that is no JSON.
  public var description: String {
    switch self {
    case .notJSON(let error): "the payload is not JSON: \(error)"
    case .notAnObject: "the payload is not a JSON object"
    case .noTransactions: "the payload has no array \"transactions\""
    }
  }
}
