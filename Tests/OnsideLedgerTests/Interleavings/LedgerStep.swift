/// A step of the model. The checker tries all orders of them.
enum LedgerStep: CaseIterable, Sendable {
  // The store.
  case buy, renew, refund, reinstate
  /// The first period of the subscription ends.
  case end
  // Customers present what the store says now, or what it said before its last change.
  case ann, annLate, eve
  /// A statement of the store itself arrives: the answer to a check of the sweep, or a notification. Both are the same
  /// call of the ledger.
  case store
  /// The same with a statement from before the store's last change: an answer that was on its way, or a notification
  /// that was repeated or that a later one has overtaken.
  case storeLate
  /// The sweep takes the granted orders, and the store does not answer.
  case failedCheck
  /// The backend sends the events that are due, and their answers are on their way.
  case send
  /// The publisher's server gets the events and answers, and the backend notes that.
  case arrive

  /// The steps of a purchase, and those of a subscription.
  static func steps(of product: StoreModel.Product) -> [LedgerStep] {
    switch product {
    case .purchase: allCases.filter { $0 != .renew && $0 != .end }
    case .subscription: allCases.filter { $0 != .reinstate }
    }
  }
}
