extension PaymentQueue {
  var transactionObservers: [any OnsidePaymentTransactionObserver] { observers.all }

  func add(observer: any OnsidePaymentTransactionObserver) {
    observers.add(observer)
    // Call the observer in a task, because it must not be called before `add` has returned.
    Task {
      notifyNewObservers()
      processNext()
    }
  }

  func remove(observer: any OnsidePaymentTransactionObserver) {
    observers.remove(observer)
  }

  /// Delivers the current transactions to new observers, once it is known which account is logged in.
  func notifyNewObservers() {
    guard account.isKnown else { return }
    let transactions = visible.filter { !$0.isFinishing }.compactMap(\.deliveredTransaction)
    for observer in observers.takeNew() where !transactions.isEmpty && observers.isNotified(observer) {
      observer.onsidePaymentQueue(self, updatedTransactions: transactions)
    }
  }

  /// Calls each observer that has received the current transactions. Skips an observer that an earlier observer removes
  /// during its call.
  func notify(_ news: (any OnsidePaymentTransactionObserver) -> Void) {
    for observer in observers.notified where observers.isNotified(observer) { news(observer) }
  }

  /// Delivers the states of several transactions to the observers, in one call.
  func deliverUpdate(of updated: [QueuedTransaction]) {
    let transactions = updated.filter { isVisible($0.machine) && !$0.isFinishing }.compactMap(\.deliveredTransaction)
    guard !transactions.isEmpty else { return }
    notify { $0.onsidePaymentQueue(self, updatedTransactions: transactions) }
  }

  /// Reports that transactions were removed, with the states that observers received last.
  func deliverRemoval(of transactions: [OnsidePaymentTransaction]) {
    guard !transactions.isEmpty else { return }
    notify { $0.onsidePaymentQueue(self, removedTransactions: transactions) }
  }
}
