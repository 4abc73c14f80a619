import Causeway

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
  /// A sentence without anything of the payload but the character that is no JSON.
  public var description: String {
    switch self {
    case .notJSON(let error): "The history is not JSON: \(error)."
    case .notAnObject: "The history is not a JSON object."
    case .noTransactions: "The history has no array \"transactions\"."
    }
  }
}
