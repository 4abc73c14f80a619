/// A transaction in the payment queue, which alone changes it: the state machine, the events that wait for the machine,
/// and the tasks whose results will be events.
@MainActor final class QueuedTransaction {
  var machine: TransactionMachine
  /// The transaction as observers received it last, so never a state that is not on disk yet. Nil after observers were
  /// told that the transaction was removed.
  var deliveredTransaction: OnsidePaymentTransaction?
  /// Whether the app has finished the transaction, but the disk does not show that yet.
  var isFinishing = false
  /// The events that the machine has not handled yet, oldest first.
  var events: [TransactionMachine.Event] = []
  /// Whether the queue is handling the events.
  var isBusy = false
  /// The question to the delegate.
  var question: Task<Void, Never>?
  /// The payment sheet.
  var sheet: Task<Void, Never>?
  /// The pause before the next request to the service; nil if there is none.
  var retry: Task<Void, Never>?
  var backoff = Backoff()

  init(_ machine: TransactionMachine) {
    self.machine = machine
    deliveredTransaction = machine.transaction
  }
}
