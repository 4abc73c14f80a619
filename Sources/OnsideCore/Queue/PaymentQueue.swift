import CausewayPrompts
import Foundation

/// The payment queue: it keeps the transactions, decides which one is next, and calls the observers.
@MainActor final class PaymentQueue: OnsidePaymentQueue {
  weak var delegate: (any OnsidePaymentQueueDelegate)?

  let account: Account
  let dependencies: QueueDependencies
  var observers = ObserverList()
  /// The transactions of all accounts, oldest first, without the removed ones.
  private(set) var queued: [QueuedTransaction] = []
  /// The account that was logged in last. Its transactions stay visible while no user is logged in.
  private var lastAccount: String?
  private var savingLastAccount: Task<Void, Never>?
  private var latestStorefront: OnsideStorefront?
  private var hasReconciled = false
  /// The requesting origins of the payments that are being added; nil stands for the app.
  private var arrivingPayments: [String?] = []
  /// The requesting origins of the restores that are being added; nil stands for the app.
  var arrivingRestores: [String?] = []
  /// The restores that wait for their turn: the account, and the requesting origin (nil for the app).
  var waitingRestores: [(account: String, requestingOrigin: String?)] = []
  var isRestoring = false

  init(account: Account, dependencies: QueueDependencies) {
    self.account = account
    self.dependencies = dependencies
    lastAccount = dependencies.store.lastAccount
    queued = dependencies.store.unfinished.map { QueuedTransaction(TransactionMachine($0)) }
    account.observe { [weak self] in self?.sessionDidChange() }
  }

  // MARK: State

  var storefront: OnsideStorefront? { account.session?.storefront }

  var transactions: [OnsidePaymentTransaction] { visible.compactMap(\.deliveredTransaction) }

  /// The transactions of ``visibleAccount``, because a user must not see another user's purchases.
  var visible: [QueuedTransaction] { queued.filter { isVisible($0.machine) } }

  /// The logged-in account, or the one that was logged in last.
  var visibleAccount: String? { account.session?.account ?? lastAccount }

  func isVisible(_ machine: TransactionMachine) -> Bool { machine.account == visibleAccount }

  // MARK: Payments

  /// The maximum number of waiting payments, and of waiting restores, for each page.
  static let mostWaiting = PromptQueue<String>.maximumWaiting

  /// Returns the number of a page's payments that were not yet sent to the service, including those that are still
  /// being added.
  func waitingPayments(of requestingOrigin: String) -> Int {
    arrivingPayments.count { $0 == requestingOrigin }
      + queued.count { $0.machine.isUnpaid && $0.machine.payment.requestingOrigin == requestingOrigin }
  }

  func add(_ payment: OnsidePayment, completion: ((Result<Void, OnsidePaymentQueueAddProductError>) -> Void)?) {
    // Record the payment and the session in this call, not in the task, because a page may add many payments before the
    // first task runs, and because the app may log the user out right after this call.
    arrivingPayments.append(payment.requestingOrigin)
    let session = account.session
    Task {
      do throws(OnsidePaymentQueueAddProductError) {
        try await enqueue(payment, of: session)
        completion?(.success(()))
      } catch {
        completion?(.failure(error))
      }
    }
  }

  func enqueue(_ payment: OnsidePayment) async throws(OnsidePaymentQueueAddProductError) {
    arrivingPayments.append(payment.requestingOrigin)
    try await enqueue(payment, of: account.session)
  }

  /// Adds an arriving payment to the queue, and calls the observers.
  /// - Parameter session: the session when the payment arrived; nil if no user was logged in.
  private func enqueue(
    _ payment: OnsidePayment, of session: OnsideSession?
  ) async throws(OnsidePaymentQueueAddProductError) {
    defer { arrivingPayments.removeFirst(payment.requestingOrigin) }
    let payer: OnsideSession
    do throws(OnsideLoginError) {
      payer = try await account.require(session, requestingOrigin: payment.requestingOrigin)
    } catch {
      throw .loginDiscarded
    }
    let transaction = QueuedTransaction(
      TransactionMachine(
        id: UUID(), account: payer.account, payment: payment, storefront: payer.storefront, stage: .enqueued))
    let isRecorded = await dependencies.isRecorded(transaction.machine)
    take([transaction])
    deliverUpdate(of: [transaction])
    // A payment that is not on disk must not be paid, because the end of the process would lose it.
    if !isRecorded { send(.notRecorded, to: transaction) }
    processNext()
  }

  /// Appends transactions to the queue.
  func take(_ new: [QueuedTransaction]) {
    queued += new
  }

  /// Removes a transaction from the queue.
  func remove(_ transaction: QueuedTransaction) {
    queued.removeAll { $0 === transaction }
  }

  func finishTransaction(_ transaction: OnsidePaymentTransaction) {
    if let queued = visible.first(where: { $0.machine.id == transaction.id }) { finish(queued) }
  }

  // MARK: Order of processing

  /// Starts the next transaction, unless the queue is paused or is processing another one.
  func processNext() {
    guard account.isKnown, !observers.isEmpty else { return }
    if !hasReconciled {
      hasReconciled = true
      for transaction in queued { reconcile(transaction) }
    }
    for transaction in queued
    where transaction.machine.isUnpaid && account.storefront(of: transaction.machine.account) == nil {
      send(.sessionEnded, to: transaction)
    }
    restoreNext()
    guard !queued.contains(where: \.machine.isProcessing),
      let next = queued.first(where: { $0.machine.stage == .enqueued }),
      let storefront = account.storefront(of: next.machine.account)
    else { return }
    send(.begin(storefront), to: next)
  }

  // MARK: Session

  private func sessionDidChange() {
    if let account = account.session?.account, account != lastAccount {
      let hidden = queued.filter { $0.machine.account == lastAccount }
      lastAccount = account
      // Write one account after the other, so that the newest one stays on disk.
      savingLastAccount = Task { [dependencies, earlier = savingLastAccount] in
        await earlier?.value
        await dependencies.persistently { try await $0.keep(account, as: .lastAccount) }
      }
      deliverRemoval(of: hidden.compactMap(\.deliveredTransaction))
      deliverUpdate(of: visible)
    }
    notifyNewObservers()
    if storefront != latestStorefront {
      latestStorefront = storefront
      notify { $0.onsidePaymentQueueDidChangeStorefront(self) }
    }
    for transaction in queued { retryNow(transaction) }
    processNext()
  }
}

extension [String?] {
  /// Removes the first occurrence of an element; has no effect if the array does not contain it.
  mutating func removeFirst(_ element: String?) {
    if let index = firstIndex(of: element) { remove(at: index) }
  }
}
