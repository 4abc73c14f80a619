import CausewayPrompts
import Foundation

/// The payment queue: it keeps the transactions, decides which one is next, and calls the observers.
@MainActor final class PaymentQueue: OnsidePaymentQueue {
  weak var delegate: (any OnsidePaymentQueueDelegate)?

  let account: Account
  let dependencies: QueueDependencies
  var observers = ObserverList()
  /// The transactions of all accounts that were not removed, oldest first.
  private(set) var queued: [QueuedTransaction] = []
  /// The account that was logged in last. Its transactions stay visible while nobody is logged in.
  private var lastAccount: String?
  private var savingLastAccount: Task<Void, Never>?
  private var latestStorefront: OnsideStorefront?
  private var hasReconciled = false
  /// For each page's origin, the number of payments that are being added to the queue.
  private var arriving: [String: Int] = [:]
  /// The requesting origins of the restores that are being added; nil stands for the app.
  var arrivingRestores: [String?] = []
  /// The restores that wait for their turn: the account, and the requesting origin (nil for the app).
  var waitingRestores: [(account: String, requestingOrigin: String?)] = []
  var isRestoring = false

  init(account: Account, dependencies: QueueDependencies) {
    self.account = account
    self.dependencies = dependencies
    lastAccount = dependencies.store.lastAccount
    queued = dependencies.store.unfinished.map {
      QueuedTransaction(TransactionMachine($0), queue: self, dependencies: dependencies)
    }
  }

  // MARK: State

  var storefront: OnsideStorefront? { account.session?.storefront }

  var transactions: [OnsidePaymentTransaction] { visible.compactMap(\.deliveredTransaction) }

  /// The transactions of ``visibleAccount``: no user may see what another user bought.
  var visible: [QueuedTransaction] { queued.filter { isVisible($0.machine) } }

  /// The logged-in account, or the one that was logged in last.
  var visibleAccount: String? { account.session?.account ?? lastAccount }

  func isVisible(_ machine: TransactionMachine) -> Bool { machine.account == visibleAccount }

  /// Returns the storefront of an account; nil if that account is not logged in.
  func storefront(of account: String) -> OnsideStorefront? {
    self.account.session.flatMap { $0.account == account ? $0.storefront : nil }
  }

  /// Returns the storefront of an account from the service, because the session here may be out of date.
  func latestStorefront(of account: String) async -> OnsideStorefront? {
    guard storefront(of: account) != nil else { return nil }
    await self.account.refresh()
    return storefront(of: account)
  }

  // MARK: Payments

  /// The maximum number of waiting payments, and of waiting restores, for each page.
  static let mostWaiting = PromptQueue<String>.maximumWaiting

  /// Returns the number of a page's payments that were not yet sent to the service, including those that are still
  /// being added.
  func waitingPayments(of requestingOrigin: String) -> Int {
    arriving[requestingOrigin, default: 0]
      + queued.count { $0.machine.isUnpaid && $0.machine.payment.requestingOrigin == requestingOrigin }
  }

  func add(_ payment: OnsidePayment, completion: ((Result<Void, OnsidePaymentQueueAddProductError>) -> Void)?) {
    if let requestingOrigin = payment.requestingOrigin { arriving[requestingOrigin, default: 0] += 1 }
    account.withSession(requestingOrigin: payment.requestingOrigin) { result in
      if case .success(let session) = result { await self.enqueue(payment, session) }
      if let requestingOrigin = payment.requestingOrigin {
        let count = self.arriving[requestingOrigin, default: 1] - 1
        self.arriving[requestingOrigin] = count == 0 ? nil : count
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
    let transaction = QueuedTransaction(machine, queue: self, dependencies: dependencies)
    let isRecorded = await dependencies.once { store in
      if let record = TransactionRecord(machine) { try await store.write([record]) }
    }
    take([transaction])
    deliverUpdate(of: [transaction])
    // A payment that is not on disk must not be paid, because the end of the process would lose it.
    if !isRecorded { transaction.send(.notRecorded) }
    processNext()
  }

  /// Appends transactions to the queue.
  func take(_ new: [QueuedTransaction]) {
    queued += new
  }

  func finishTransaction(_ transaction: OnsidePaymentTransaction) {
    visible.first { $0.machine.id == transaction.id }?.finish()
  }

  // MARK: Order of processing

  /// Starts the next transaction, unless the queue is paused or is processing another one.
  func processNext() {
    guard account.isKnown, !observers.isEmpty else { return }
    if !hasReconciled {
      hasReconciled = true
      for transaction in queued { transaction.reconcile() }
    }
    for transaction in queued where transaction.machine.isUnpaid && storefront(of: transaction.machine.account) == nil {
      transaction.send(.sessionEnded)
    }
    restoreNext()
    guard !queued.contains(where: \.machine.isProcessing),
      let next = queued.first(where: { $0.machine.stage == .enqueued }),
      let storefront = storefront(of: next.machine.account)
    else { return }
    next.send(.begin(storefront))
  }

  func didAdvance(_ transaction: QueuedTransaction) {
    if transaction.machine.stage == .gone { queued.removeAll { $0 === transaction } }
    processNext()
  }

  func shouldContinue(_ transaction: OnsidePaymentTransaction, in storefront: OnsideStorefront) async -> Bool {
    guard let delegate else { return true }
    return await delegate.onsidePaymentQueue(self, shouldContinue: transaction, in: storefront)
  }

  // MARK: Session

  /// Called when the logged-in user or the storefront has changed.
  func sessionDidChange() {
    if let account = account.session?.account, account != lastAccount {
      let hidden = queued.filter { $0.machine.account == lastAccount }
      lastAccount = account
      // One after the other, so that the newest account is the one that stays on disk.
      savingLastAccount = Task { [dependencies, earlier = savingLastAccount] in
        await earlier?.value
        await dependencies.persistently { try await $0.keep(account, as: .lastAccount) }
      }
      deliverRemoval(of: hidden.compactMap(\.deliveredTransaction))
      deliverUpdate(of: visible)
    }
    welcomeObservers()
    if storefront != latestStorefront {
      latestStorefront = storefront
      notify { $0.onsidePaymentQueueDidChangeStorefront(self) }
    }
    for transaction in queued { transaction.retryNow() }
    processNext()
  }
}
