/// A transaction in the payment queue: the state machine, the events that wait for the machine, and the tasks whose
/// results become events. Only the queue changes it.
@MainActor final class QueuedTransaction {
  var machine: TransactionMachine
  /// The transaction as observers received it last. Its state may be older than the machine's, because most states are
  /// written to disk first. Nil after the transaction was removed.
  var deliveredTransaction: OnsidePaymentTransaction?
  /// Whether the app has finished the transaction, but the transaction is not yet deleted from disk.
  var isFinishing = false
  /// The events that the machine has not handled yet, oldest first.
  var events: [TransactionMachine.Event] = []
  /// Whether the queue is handling the events.
  var isBusy = false
  /// The task that waits for the delegate's answer.
  var question: Task<Void, Never>?
  /// The task that waits for the payment sheet.
  var sheet: Task<Void, Never>?
  /// The task that waits before the next request to the service; nil if no retry is waiting.
  var retry: Task<Void, Never>?
  var backoff = Backoff()

  init(_ machine: TransactionMachine) {
    self.machine = machine
    deliveredTransaction = machine.transaction
  }
}
