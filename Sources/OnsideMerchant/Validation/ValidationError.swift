import Foundation

/// The reason why a presented history was refused. No case contains any of the history's text.
public enum ValidationError: Error, Hashable, Sendable {
  /// The text is not a history that the store signed.
  case history(HistoryError)
  /// The history belongs to another app.
  case otherApp
  /// The history does not contain the order that the app names, or its entry is not usable.
  case orderNotInHistory(UUID)
  /// The order that the app names could not be confirmed.
  case notConfirmed(UUID, ConfirmationError)
  /// The ledger failed. The decisions that it recorded before the failure stay recorded, and the call can be repeated.
  case ledger(LedgerError)
}

extension ValidationError: CustomStringConvertible {
  /// The problem, in a sentence without a period at the end.
  public var description: String {
    switch self {
    case .history(let error): "\(error)"
    case .otherApp: "the history belongs to another app"
    case .orderNotInHistory(let order): "the history does not contain the order \(order.uuidString.lowercased())"
    case .notConfirmed(let order, let error):
      "the order \(order.uuidString.lowercased()) could not be confirmed: \(error)"
    case .ledger(let error): "\(error)"
    }
  }
}
