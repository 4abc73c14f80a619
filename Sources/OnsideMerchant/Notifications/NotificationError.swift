import Foundation

/// The reason why a notification of the store was refused. No case contains any of the notification's text.
public enum NotificationError: Error, Hashable, Sendable {
  /// The text is not a history that the store signed.
  case history(HistoryError)
  /// The store signed the text, but it is not a notification.
  case notANotification
  /// The notification is for another merchant.
  case otherMerchant
  /// The notification is about another app.
  case otherApp
  /// The notification was signed too long ago, or in the future: one of the clocks is wrong, or somebody has recorded the
  /// notification.
  case outsideWindow
  /// A purchase of the notification cannot be used, because of this deviation from the published schema.
  case unusablePurchase(SchemaViolation)
  /// The ledger failed. The store can send the notification again.
  case ledger(LedgerError)
}

extension NotificationError: CustomStringConvertible {
  /// The problem, in a sentence without a period at the end.
  public var description: String {
    switch self {
    case .history(let error): "\(error)"
    case .notANotification: "the signed text is not a notification"
    case .otherMerchant: "the notification is for another merchant"
    case .otherApp: "the notification is about another app"
    case .outsideWindow:
      "the notification was not signed within the last \(Int(StoreNotification.window)) seconds: check both clocks"
    case .unusablePurchase(let violation): "a purchase of the notification cannot be used: \(violation)"
    case .ledger(let error): "\(error)"
    }
  }
}
