import Foundation

/// Why a history that an app presented was not taken. No case holds any of its text.
public enum ValidationError: Error, Hashable, Sendable {
  /// It is not a history that the store signed.
  case history(HistoryError)
  /// It is of another app.
  case otherApp
  /// The order that the app names is not in it, or not in a form that can be used.
  case orderNotInHistory(UUID)
  /// The order that the app names could not be confirmed.
  case notConfirmed(UUID, ConfirmationError)
  /// The ledger failed. What was recorded stays recorded; the call can be repeated.
  case ledger(LedgerError)
}

extension ValidationError: CustomStringConvertible {
  /// What is wrong, in a sentence without a full stop.
  public var description: String {
    switch self {
    case .history(let error): "\(error)"
    case .otherApp: "the history is of another app"
    case .orderNotInHistory(let order): "the history does not have the order \(order.uuidString.lowercased())"
    case .notConfirmed(let order, let error):
      "the order \(order.uuidString.lowercased()) could not be confirmed: \(error)"
    case .ledger(let error): "\(error)"
    }
  }
}
