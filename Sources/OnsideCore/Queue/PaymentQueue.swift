import Causeway
import CausewayPrompts
import Foundation

/// The queue: which transactions there are, whose turn it is, and who is told.
@MainActor final class PaymentQueue: OnsidePaymentQueue {
  weak var delegate: (any OnsidePaymentQueueDelegate)?

  let account: Account
  let work: TransactionWork
  var observers = ObserverList()
  /// What is not gone, the oldest first; of other accounts too.
  private(set) var runs: [TransactionRun] = []
  /// Who was logged in last: whose transactions are seen while nobody is.
  private var lastAccount: String?
  private var savingLastAccount: Task<Void, Never>?
  private var latestStorefront: OnsideStorefront?
  private var hasReconciled = false
  /// How many payments of each page are on their way into the queue.
  private var arriving: [String: Int] = [:]
  /// Who asked for the restores that are on their way: a page, or nil for the app.
  var arrivingRestores: [String?] = []
  /// For whom purchases are to be restored, one after the other, and who asked.
  var waitingRestores: [(account: String, asker: String?)] = []
  var isRestoring = false

  init(account: Account, work: TransactionWork) {
    self.account = account
    self.work = work
    lastAccount = work.store.lastAccount
    runs = work.store.unfinished.map { TransactionRun(TransactionMachine($0), queue: self, work: work) }
  }

  // MARK: State

  var storefront: OnsideStorefront? { account.session?.storefront }

  var transactions: [OnsidePaymentTransaction] { visibleRuns.compactMap(\.told) }

  /// Those of who is logged in, or was last: nobody sees what another user bought.
  var visibleRuns: [TransactionRun] { runs.filter { isVisible($0.machine) } }

  /// The logged-in account, or the last one that was.
  var visibleAccount: String? { account.session?.account ?? lastAccount }

  func isVisible(_ machine: TransactionMachine) -> Bool { machine.account == visibleAccount }

  /// The shop of an account; nil if it is not logged in.
  func storefront(of account: String) -> OnsideStorefront? {
    self.account.session.flatMap { $0.account == account ? $0.storefront : nil }
  }

  /// The same, as the service knows it: it may be about to tell of another.
  func latestStorefront(of account: String) async -> OnsideStorefront? {
    guard storefront(of: account) != nil else { return nil }
    await self.account.refresh()
    return storefront(of: account)
  }

  // MARK: Payments

  /// How many payments of a page, and how many restores, may wait.
  static let mostWaiting = PromptQueue<String>.maximumWaiting

  /// How many payments of a page have not been sent, those included that are on their way into the queue.
  func waitingPayments(of asker: String) -> Int {
    arriving[asker, default: 0] + runs.count { $0.machine.isUnpaid && $0.machine.payment.asker == asker }
  }

  func add(_ payment: OnsidePayment, completion: ((Result<Void, OnsidePaymentQueueAddProductError>) -> Void)?) {
    if let asker = payment.asker { arriving[asker, default: 0] += 1 }
    account.withSession(asker: payment.asker) { result in
      if case .success(let session) = result { await self.enqueue(payment, session) }
      if let asker = payment.asker {
        let count = self.arriving[asker, default: 1] - 1
        self.arriving[asker] = count == 0 ? nil : count
      }
      switch result {
      case .success: completion?(.success(()))
      case .failure(.loginDiscarded): completion?(.failure(.loginDiscarded))
      }
    }
  }

  private func enqueue(_ payment: OnsidePayment, _ session: OnsideSession) async {
    let machine = TransactionMachine(
      id: UUID(), account: session.account, payment: payment, storefront: session.storefront, stage: .enqueued)
    let run = TransactionRun(machine, queue: self, work: work)
    let isRecorded = await work.once { store in
      if let record = TransactionRecord(machine) { try await store.write([record]) }
    }
    take([run])
    deliverUpdate(of: [run])
    // What cannot be written down is not paid for.
    if !isRecorded { run.send(.notRecorded) }
    processNext()
  }

  /// Takes in transactions.
  func take(_ new: [TransactionRun]) {
    runs += new
  }

  func finishTransaction(_ transaction: OnsidePaymentTransaction) {
    visibleRuns.first { $0.machine.id == transaction.id }?.finish()
  }

  // MARK: Turns

  /// Lets the next transaction go on, unless the queue is paused or another one is under way.
  func processNext() {
    guard account.isKnown, !observers.isEmpty else { return }
    if !hasReconciled {
      hasReconciled = true
      for run in runs { run.reconcile() }
    }
    for run in runs where run.machine.isUnpaid && storefront(of: run.machine.account) == nil { run.send(.sessionEnded) }
    restoreNext()
    guard !runs.contains(where: \.machine.isProcessing),
      let next = runs.first(where: { $0.machine.stage == .enqueued }),
      let storefront = storefront(of: next.machine.account)
    else { return }
    next.send(.begin(storefront))
  }

  func runDidAdvance(_ run: TransactionRun) {
    if run.machine.stage == .gone { runs.removeAll { $0 === run } }
    processNext()
  }

  func shouldContinue(_ transaction: OnsidePaymentTransaction, in storefront: OnsideStorefront) async -> Bool {
    guard let delegate else { return true }
    return await delegate.onsidePaymentQueue(self, shouldContinue: transaction, in: storefront)
  }

  // MARK: Session

  /// Somebody else is logged in, or nobody any more, or the storefront is another.
  func sessionDidChange() {
    if let account = account.session?.account, account != lastAccount {
      let hidden = runs.filter { $0.machine.account == lastAccount }
      lastAccount = account
      // One after the other, so that the last one stays.
      savingLastAccount = Task { [work, earlier = savingLastAccount] in
        await earlier?.value
        await work.persistently { try await $0.keep(account, as: .lastAccount) }
      }
      deliverRemoval(of: hidden.compactMap(\.told))
      deliverUpdate(of: visibleRuns)
    }
    welcomeObservers()
    if storefront != latestStorefront {
      latestStorefront = storefront
      tell { $0.onsidePaymentQueueDidChangeStorefront(self) }
    }
    for run in runs { run.retryNow() }
    processNext()
  }
}
