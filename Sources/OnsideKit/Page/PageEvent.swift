import Causeway
import OnsideCore

/// Something that pages are told.
enum PageEvent {
  case transactionsUpdated([OnsidePaymentTransaction])
  case transactionsRemoved([OnsidePaymentTransaction])
  case storefrontChanged(OnsideStorefront?)
  case restoreFinished
  case restoreFailed(OnsideTransactionsRestoreError)

  /// By which callback.
  var callback: OnsideContract.Callback {
    switch self {
    case .transactionsUpdated: .onTransactionsUpdated
    case .transactionsRemoved: .onTransactionsRemoved
    case .storefrontChanged: .onStorefrontChanged
    case .restoreFinished: .onRestoreCompletedTransactionsFinished
    case .restoreFailed: .onRestoreCompletedTransactionsFailedWithError
    }
  }

  /// How much memory it takes, in transactions.
  var weight: Int {
    switch self {
    case .transactionsUpdated(let transactions), .transactionsRemoved(let transactions): max(1, transactions.count)
    case .storefrontChanged, .restoreFinished, .restoreFailed: 1
    }
  }

  /// The callback's name and its argument, if it has one.
  var json: JSONValue {
    let argument: JSONValue? =
      switch self {
      case .transactionsUpdated(let transactions), .transactionsRemoved(let transactions):
        .array(transactions.map(\.json))
      case .storefrontChanged(let storefront): storefront?.json ?? .null
      case .restoreFinished: nil
      case .restoreFailed(let error): error.json
      }
    return .array([.string(callback.rawValue)] + (argument.map { [$0] } ?? []))
  }
}
