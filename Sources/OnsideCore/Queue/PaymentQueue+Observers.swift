extension PaymentQueue {
  var transactionObservers: [any OnsidePaymentTransactionObserver] { observers.all }

  func add(observer: any OnsidePaymentTransactionObserver) {
    observers.add(observer)
    // Never within the call that adds it.
    Task {
      welcomeObservers()
      processNext()
    }
  }

  func remove(observer: any OnsidePaymentTransactionObserver) {
    observers.remove(observer)
  }

  /// Tells new observers what is there, once it is known whose that is.
  func welcomeObservers() {
    guard account.isKnown else { return }
    let transactions = visibleRuns.filter { !$0.isFinishing }.compactMap(\.told)
    for observer in observers.welcome() where !transactions.isEmpty && observers.isWelcomed(observer) {
      observer.onsidePaymentQueue(self, updatedTransactions: transactions)
    }
  }

  /// Tells the observers that know what is there. One that another removes meanwhile is told no more.
  func tell(_ news: (any OnsidePaymentTransactionObserver) -> Void) {
    for observer in observers.welcomed where observers.isWelcomed(observer) { news(observer) }
  }

  /// Tells of the state of transactions, in one go.
  func deliverUpdate(of runs: [TransactionRun]) {
    let transactions = runs.filter { isVisible($0.machine) && !$0.isFinishing }.compactMap(\.told)
    guard !transactions.isEmpty else { return }
    tell { $0.onsidePaymentQueue(self, updatedTransactions: transactions) }
  }

  /// Tells that a transaction is gone, as it was last told of.
  func deliverRemoval(of run: TransactionRun, as last: OnsidePaymentTransaction?) {
    guard isVisible(run.machine), let last else { return }
    deliverRemoval(of: [last])
  }

  /// Tells that transactions are gone.
  func deliverRemoval(of transactions: [OnsidePaymentTransaction]) {
    guard !transactions.isEmpty else { return }
    tell { $0.onsidePaymentQueue(self, removedTransactions: transactions) }
  }
}
