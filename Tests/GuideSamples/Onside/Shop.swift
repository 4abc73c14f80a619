import OnsideKit

@MainActor final class Shop: OnsidePaymentTransactionObserver {
  private var isUnlocked: Set<String> = []

  func open() async throws {
    Onside.defaultPaymentQueue().add(observer: self)  // The queue holds the shop weakly, so retain it.
    guard let product = try await Onside.products(["coins.100"]).products.first else { return }
    var payment = OnsidePayment(product: product)
    payment.appAccountToken = "user-7"
    try await Onside.defaultPaymentQueue().enqueue(payment)
  }

  func onsidePaymentQueue(_ queue: any OnsidePaymentQueue, updatedTransactions: [OnsidePaymentTransaction]) {
    for transaction in updatedTransactions {
      switch transaction.transactionState {
      case .purchasing: continue
      case .purchased, .restored: isUnlocked.insert(transaction.payment.product.productIdentifier)
      case .failed: print("Nothing was paid: \(String(describing: transaction.error))")
      }
      queue.finishTransaction(transaction)
    }
  }
}
