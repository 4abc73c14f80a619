import Causeway
import CausewayJSON
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

  /// Whether it says what a user bought or restored.
  var isAboutUser: Bool {
    switch self {
    case .transactionsUpdated, .transactionsRemoved, .restoreFinished, .restoreFailed: true
    case .storefrontChanged: false
    }
  }

  /// How much memory it takes, in transactions of up to a kilobyte.
  var weight: Int {
    switch self {
    case .transactionsUpdated(let transactions), .transactionsRemoved(let transactions):
      max(1, transactions.reduce(0) { $0 + $1.payment.weight })
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

extension OnsidePayment {
  /// How much memory its transaction takes: one, and one more for each kilobyte of the texts that a page has chosen.
  fileprivate var weight: Int { 1 + (product.productIdentifier.utf8.count + (appAccountToken?.utf8.count ?? 0)) / 1024 }
}
