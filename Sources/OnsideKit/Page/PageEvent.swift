import CausewayJSON
import OnsideCore

/// An event that the app reports to pages.
enum PageEvent {
  case transactionsUpdated([OnsidePaymentTransaction])
  case transactionsRemoved([OnsidePaymentTransaction])
  case storefrontChanged(OnsideStorefront?)
  case restoreFinished
  case restoreFailed(OnsideTransactionsRestoreError)

  /// The callback that gets the event.
  var callback: OnsideContract.Callback {
    switch self {
    case .transactionsUpdated: .onTransactionsUpdated
    case .transactionsRemoved: .onTransactionsRemoved
    case .storefrontChanged: .onStorefrontChanged
    case .restoreFinished: .onRestoreCompletedTransactionsFinished
    case .restoreFailed: .onRestoreCompletedTransactionsFailedWithError
    }
  }

  /// Whether the event reveals what a user bought or restored.
  var isAboutUser: Bool {
    switch self {
    case .transactionsUpdated, .transactionsRemoved, .restoreFinished, .restoreFailed: true
    case .storefrontChanged: false
    }
  }

  /// The approximate memory of the event: the sum of its transactions' weights, at least one.
  var weight: Int {
    switch self {
    case .transactionsUpdated(let transactions), .transactionsRemoved(let transactions):
      max(1, transactions.reduce(0) { $0 + $1.payment.weight })
    case .storefrontChanged, .restoreFinished, .restoreFailed: 1
    }
  }

  /// An array of the callback's name and, if there is one, its argument.
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
  /// The weight of the payment's transaction: one, plus one for each kilobyte of the texts that a page has chosen.
  fileprivate var weight: Int { 1 + (product.productIdentifier.utf8.count + (appAccountToken?.utf8.count ?? 0)) / 1024 }
}
