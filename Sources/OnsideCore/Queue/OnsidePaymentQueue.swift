/// The queue of payments and their transactions; one per process.
///
/// The queue is paused until an observer is added. Until then it accepts payments and restores, but does not process
/// them. Transactions that the app has not finished are delivered again at the next launch.
///
/// The protocol is `Sendable`, so that code outside the main actor can hold a queue and call it with `await`.
/// Completions are called on the main actor. Their types are not marked `@MainActor`, because those of the published
/// API are not.
@MainActor public protocol OnsidePaymentQueue: AnyObject, Sendable {
  /// The delegate that decides whether a transaction is processed. Held weakly.
  var delegate: (any OnsidePaymentQueueDelegate)? { get set }
  /// The storefront of the logged-in user; nil if no user is logged in.
  var storefront: OnsideStorefront? { get }
  /// The transactions that the app has not finished, oldest first.
  var transactions: [OnsidePaymentTransaction] { get }
  /// The observers, in the order in which they were added.
  var transactionObservers: [any OnsidePaymentTransactionObserver] { get }

  /// Adds an observer, which first receives the current transactions, then every change. The queue holds the observer
  /// weakly. Has no effect if the observer was added already.
  func add(observer: any OnsidePaymentTransactionObserver)

  /// Removes an observer, which then receives no more calls.
  func remove(observer: any OnsidePaymentTransactionObserver)

  /// Adds a payment to the queue. Shows the login screen first if no user is logged in.
  /// - Parameter completion: called once, when the payment is in the queue or could not be added. Observers receive the
  ///   payment's progress.
  func add(_ payment: OnsidePayment, completion: ((Result<Void, OnsidePaymentQueueAddProductError>) -> Void)?)

  /// Restores the user's earlier purchases. Shows the login screen first if no user is logged in.
  /// - Parameter completion: called once, when the restore was accepted or could not be requested. Observers are called
  ///   when the restore ends, but not if it could not be requested.
  func restoreCompletedTransactions(completion: ((Result<Void, OnsidePaymentQueueRequestRestoreError>) -> Void)?)

  // The async methods and the methods with completions have different names. Otherwise, in an async function, the
  // compiler would treat a call without a completion as a call to the async method, and reject the missing `await`.

  /// Adds a payment as ``add(_:completion:)`` does, and returns when the payment is in the queue. The default
  /// implementation calls that method.
  func enqueue(_ payment: OnsidePayment) async throws(OnsidePaymentQueueAddProductError)

  /// Requests a restore as ``restoreCompletedTransactions(completion:)`` does, and returns when the queue has accepted
  /// it. The default implementation calls that method.
  func requestRestore() async throws(OnsidePaymentQueueRequestRestoreError)

  /// Removes a transaction, and calls the observers afterwards. Has no effect on a transaction that is not in the
  /// queue, or on a payment that was sent to the service and has no result yet.
  func finishTransaction(_ transaction: OnsidePaymentTransaction)
}

extension OnsidePaymentQueue {
  /// Calls ``add(observer:)``.
  public func add(_ observer: any OnsidePaymentTransactionObserver) { add(observer: observer) }

  /// Calls ``add(_:completion:)`` without a completion.
  public func add(_ payment: OnsidePayment) { add(payment, completion: nil) }

  /// Calls ``restoreCompletedTransactions(completion:)`` without a completion.
  public func restoreCompletedTransactions() { restoreCompletedTransactions(completion: nil) }

  /// Calls ``add(_:completion:)``, for a queue that implements only the published methods, such as a test double.
  public func enqueue(_ payment: OnsidePayment) async throws(OnsidePaymentQueueAddProductError) {
    try await withCheckedContinuation { continuation in
      add(payment) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Calls ``restoreCompletedTransactions(completion:)``, for a queue that implements only the published methods.
  public func requestRestore() async throws(OnsidePaymentQueueRequestRestoreError) {
    try await withCheckedContinuation { continuation in
      restoreCompletedTransactions { continuation.resume(returning: $0) }
    }.get()
  }
}

/// An object that receives a queue's changes.
@MainActor public protocol OnsidePaymentTransactionObserver: AnyObject {
  /// Called when transactions were added or moved to a new state. Also called for unfinished transactions of an earlier
  /// launch.
  func onsidePaymentQueue(_ queue: any OnsidePaymentQueue, updatedTransactions: [OnsidePaymentTransaction])
  /// Called when transactions were removed: the app finished them, the queue discarded them, or another user logged in.
  func onsidePaymentQueue(_ queue: any OnsidePaymentQueue, removedTransactions: [OnsidePaymentTransaction])
  /// Called when a restore has ended and every earlier purchase was delivered.
  func onsidePaymentQueueRestoreCompletedTransactionsFinished(_ queue: any OnsidePaymentQueue)
  /// Called when a restore has failed, so that some earlier purchases may be missing.
  func onsidePaymentQueue(
    _ queue: any OnsidePaymentQueue,
    restoreCompletedTransactionsFailedWithError error: OnsideTransactionsRestoreError)
  /// Called when the storefront has changed or became nil; see ``OnsidePaymentQueue/storefront``.
  func onsidePaymentQueueDidChangeStorefront(_ queue: any OnsidePaymentQueue)
}

extension OnsidePaymentTransactionObserver {
  /// Does nothing.
  public func onsidePaymentQueue(
    _ queue: any OnsidePaymentQueue, removedTransactions: [OnsidePaymentTransaction]
  ) {}
  /// Does nothing.
  public func onsidePaymentQueueRestoreCompletedTransactionsFinished(_ queue: any OnsidePaymentQueue) {}
  /// Does nothing.
  public func onsidePaymentQueue(
    _ queue: any OnsidePaymentQueue,
    restoreCompletedTransactionsFailedWithError error: OnsideTransactionsRestoreError
  ) {}
  /// Does nothing.
  public func onsidePaymentQueueDidChangeStorefront(_ queue: any OnsidePaymentQueue) {}
}

/// An object that decides whether a queue processes a transaction.
@MainActor public protocol OnsidePaymentQueueDelegate: AnyObject {
  /// Returns whether the queue may process a transaction in this storefront. If not, the queue discards the
  /// transaction. Called once for each transaction, and again if the storefront changes before the transaction is
  /// processed. The default implementation returns true.
  func onsidePaymentQueue(
    _ queue: any OnsidePaymentQueue, shouldContinue transaction: OnsidePaymentTransaction,
    in storefront: OnsideStorefront
  ) -> Bool

  /// Makes the same decision asynchronously. The queue calls this method, whose default implementation calls the
  /// synchronous one.
  func onsidePaymentQueue(
    _ queue: any OnsidePaymentQueue, shouldContinue transaction: OnsidePaymentTransaction,
    in storefront: OnsideStorefront
  ) async -> Bool
}

extension OnsidePaymentQueueDelegate {
  /// Returns true.
  public func onsidePaymentQueue(
    _ queue: any OnsidePaymentQueue, shouldContinue transaction: OnsidePaymentTransaction,
    in storefront: OnsideStorefront
  ) -> Bool { true }

  /// Returns the result of the synchronous method.
  public func onsidePaymentQueue(
    _ queue: any OnsidePaymentQueue, shouldContinue transaction: OnsidePaymentTransaction,
    in storefront: OnsideStorefront
  ) async -> Bool {
    let decide: () -> Bool = { self.onsidePaymentQueue(queue, shouldContinue: transaction, in: storefront) }
    return decide()
  }
}
