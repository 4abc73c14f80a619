/// The queue of payments and of what came of them, one in a process.
///
/// It is paused until an observer is added: payments and restores are accepted meanwhile and processed then. What is not
/// finished is delivered again at the next launch.
///
/// It is `Sendable`, so that code outside of the main actor can get it and call it with `await`. Completions are called on
/// the main actor; their types do not say so, because those of the published API do not.
@MainActor public protocol OnsidePaymentQueue: AnyObject, Sendable {
  /// Asked before a transaction is processed. Held weakly.
  var delegate: (any OnsidePaymentQueueDelegate)? { get set }
  /// The shop of who is logged in; nil for nobody.
  var storefront: OnsideStorefront? { get }
  /// The transactions that are not finished, the oldest first.
  var transactions: [OnsidePaymentTransaction] { get }
  /// Those that are told, in the order in which they were added.
  var transactionObservers: [any OnsidePaymentTransactionObserver] { get }

  /// Tells an observer from now on, first of what is there already. Held weakly; of no effect if it is there.
  func add(observer: any OnsidePaymentTransactionObserver)

  /// Tells an observer nothing more.
  func remove(observer: any OnsidePaymentTransactionObserver)

  /// Takes a payment; shows a login first if nobody is logged in.
  /// - Parameter completion: told once whether the payment is in the queue; of what becomes of it, observers are told.
  func add(_ payment: OnsidePayment, completion: ((Result<Void, OnsidePaymentQueueAddProductError>) -> Void)?)

  /// Restores what the user bought before; shows a login first if nobody is logged in.
  /// - Parameter completion: told once whether the restore is under way; of its end, observers are told, but not if it did
  ///   not begin.
  func restoreCompletedTransactions(completion: ((Result<Void, OnsidePaymentQueueRequestRestoreError>) -> Void)?)

  /// Removes a transaction: observers are told when it is gone. Of no effect on one whose payment was sent and
  /// has not come back, and on one that is not in the queue.
  func finishTransaction(_ transaction: OnsidePaymentTransaction)
}

extension OnsidePaymentQueue {
  /// The same as ``add(observer:)``.
  public func add(_ observer: any OnsidePaymentTransactionObserver) { add(observer: observer) }

  /// The same as ``add(_:completion:)`` without a completion.
  public func add(_ payment: OnsidePayment) { add(payment, completion: nil) }

  /// The same as ``restoreCompletedTransactions(completion:)`` without a completion.
  public func restoreCompletedTransactions() { restoreCompletedTransactions(completion: nil) }

  // The forms with `await` have names of their own: in an async function the compiler would otherwise take a call without
  // its completion for one of them, and refuse it for want of an `await`.

  /// Takes a payment, as ``add(_:completion:)``: returns when it is in the queue.
  public func enqueue(_ payment: OnsidePayment) async throws(OnsidePaymentQueueAddProductError) {
    try await withCheckedContinuation { continuation in
      add(payment) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Restores, as ``restoreCompletedTransactions(completion:)``: returns when the restore is under way.
  public func requestRestore() async throws(OnsidePaymentQueueRequestRestoreError) {
    try await withCheckedContinuation { continuation in
      restoreCompletedTransactions { continuation.resume(returning: $0) }
    }.get()
  }
}

/// Told of what happens in a queue.
@MainActor public protocol OnsidePaymentTransactionObserver: AnyObject {
  /// Transactions were added, or moved to a new state. Also of what is unfinished from the launch before.
  func onsidePaymentQueue(_ queue: any OnsidePaymentQueue, updatedTransactions: [OnsidePaymentTransaction])
  /// Transactions were removed: they were finished, or will not be processed.
  func onsidePaymentQueue(_ queue: any OnsidePaymentQueue, removedTransactions: [OnsidePaymentTransaction])
  /// Every purchase of the past has arrived.
  func onsidePaymentQueueRestoreCompletedTransactionsFinished(_ queue: any OnsidePaymentQueue)
  /// The restore ended without all of them.
  func onsidePaymentQueue(
    _ queue: any OnsidePaymentQueue,
    restoreCompletedTransactionsFailedWithError error: OnsideTransactionsRestoreError)
  /// The shop is another, or there is none any more; see ``OnsidePaymentQueue/storefront``.
  func onsidePaymentQueueDidChangeStorefront(_ queue: any OnsidePaymentQueue)
}

extension OnsidePaymentTransactionObserver {
  /// Nothing.
  public func onsidePaymentQueue(
    _ queue: any OnsidePaymentQueue, removedTransactions: [OnsidePaymentTransaction]
  ) {}
  /// Nothing.
  public func onsidePaymentQueueRestoreCompletedTransactionsFinished(_ queue: any OnsidePaymentQueue) {}
  /// Nothing.
  public func onsidePaymentQueue(
    _ queue: any OnsidePaymentQueue,
    restoreCompletedTransactionsFailedWithError error: OnsideTransactionsRestoreError
  ) {}
  /// Nothing.
  public func onsidePaymentQueueDidChangeStorefront(_ queue: any OnsidePaymentQueue) {}
}

/// Decides whether a queue processes a transaction.
@MainActor public protocol OnsidePaymentQueueDelegate: AnyObject {
  /// Whether a transaction is to be processed in this storefront; it is discarded otherwise. Asked once for each, and
  /// again if the storefront changes before it is processed. Left out: yes.
  func onsidePaymentQueue(
    _ queue: any OnsidePaymentQueue, shouldContinue transaction: OnsidePaymentTransaction,
    in storefront: OnsideStorefront
  ) -> Bool

  /// The same, for whoever needs time. Left out: what the other one says.
  func onsidePaymentQueue(
    _ queue: any OnsidePaymentQueue, shouldContinue transaction: OnsidePaymentTransaction,
    in storefront: OnsideStorefront
  ) async -> Bool
}

extension OnsidePaymentQueueDelegate {
  /// Yes.
  public func onsidePaymentQueue(
    _ queue: any OnsidePaymentQueue, shouldContinue transaction: OnsidePaymentTransaction,
    in storefront: OnsideStorefront
  ) -> Bool { true }

  /// What the synchronous one says.
  public func onsidePaymentQueue(
    _ queue: any OnsidePaymentQueue, shouldContinue transaction: OnsidePaymentTransaction,
    in storefront: OnsideStorefront
  ) async -> Bool {
    let decide: () -> Bool = { self.onsidePaymentQueue(queue, shouldContinue: transaction, in: storefront) }
    return decide()
  }
}
