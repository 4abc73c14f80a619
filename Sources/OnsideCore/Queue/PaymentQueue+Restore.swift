import Foundation

extension PaymentQueue {
  func restoreCompletedTransactions(completion: ((Result<Void, OnsidePaymentQueueRequestRestoreError>) -> Void)?) {
    // Record the restore and the session in this call, not in the task, for the reasons given in `add(_:completion:)`.
    arrivingRestores.append(nil)
    let session = account.session
    Task {
      do throws(OnsidePaymentQueueRequestRestoreError) {
        try await requestRestore(requestingOrigin: nil, of: session)
        completion?(.success(()))
      } catch {
        completion?(.failure(error))
      }
    }
  }

  func requestRestore() async throws(OnsidePaymentQueueRequestRestoreError) {
    try await requestRestore(requestingOrigin: nil)
  }

  /// Requests a restore for the page whose origin is `requestingOrigin`, or for the app if that is nil.
  func requestRestore(requestingOrigin: String?) async throws(OnsidePaymentQueueRequestRestoreError) {
    arrivingRestores.append(requestingOrigin)
    try await requestRestore(requestingOrigin: requestingOrigin, of: account.session)
  }

  /// Accepts an arriving restore.
  /// - Parameter session: the session when the restore arrived; nil if no user was logged in.
  private func requestRestore(
    requestingOrigin: String?, of session: OnsideSession?
  ) async throws(OnsidePaymentQueueRequestRestoreError) {
    defer { arrivingRestores.removeFirst(requestingOrigin) }
    do throws(OnsideLoginError) {
      let user = try await account.require(session, requestingOrigin: requestingOrigin).account
      waitingRestores.append((user, requestingOrigin))
    } catch {
      throw .loginDiscarded
    }
    processNext()
  }

  /// Returns the number of a page's restores that are being added or wait for their turn.
  func waitingRestores(of requestingOrigin: String) -> Int {
    arrivingRestores.count { $0 == requestingOrigin }
      + waitingRestores.count { $0.requestingOrigin == requestingOrigin }
  }

  /// Starts the next waiting restore, unless one is running. Observers are called exactly once at the end of each
  /// restore.
  func restoreNext() {
    guard !isRestoring, !waitingRestores.isEmpty else { return }
    isRestoring = true
    let account = waitingRestores.removeFirst().account
    Task {
      do throws(OnsideTransactionsRestoreError) {
        try await restore(account)
        notify { $0.onsidePaymentQueueRestoreCompletedTransactionsFinished(self) }
      } catch {
        notify { $0.onsidePaymentQueue(self, restoreCompletedTransactionsFailedWithError: error) }
      }
      isRestoring = false
      processNext()
    }
  }

  private func restore(_ account: String) async throws(OnsideTransactionsRestoreError) {
    let orders: [OnsideOrder]
    do throws(OnsideServiceError) {
      guard self.account.storefront(of: account) != nil else { throw OnsideServiceError.notLoggedIn }
      orders = try await dependencies.service.purchases()
      // Ask the service itself, because another user may have logged in there, and `account` would learn that only
      // later.
      guard await dependencies.service.session()?.account == account else { throw OnsideServiceError.notLoggedIn }
    } catch {
      throw OnsideTransactionsRestoreError(error)
    }
    // If another user has logged in during the request, it is not known whose purchases these are.
    guard let storefront = self.account.storefront(of: account) else { throw .cancelled }
    let known = Dictionary(
      queued.filter { !$0.isFinishing }.compactMap { transaction in
        transaction.machine.restoredOrder(of: account).map { ($0, transaction) }
      },
      uniquingKeysWith: { first, _ in first })
    var new: [QueuedTransaction] = []
    let restored = orders.map { order in
      // An order that was restored before and is not finished is delivered again, without a second transaction.
      if let transaction = known[order.id] { return transaction }
      let machine = TransactionMachine(restoring: order, account: account, storefront: storefront)
      let transaction = QueuedTransaction(machine)
      new.append(transaction)
      return transaction
    }
    let records = new.compactMap { TransactionRecord($0.machine) }
    guard await dependencies.once({ store in try await store.write(records) }) else { throw .internalError }
    take(new)
    guard self.account.storefront(of: account) != nil else { throw .cancelled }
    deliverUpdate(of: restored)
  }
}

extension TransactionMachine {
  /// Creates a transaction that delivers an earlier purchase again.
  init(restoring order: OnsideOrder, account: String, storefront: OnsideStorefront) {
    var payment = OnsidePayment(product: order.product)
    payment.appAccountToken = order.appAccountToken
    self.init(
      id: UUID(), account: account, payment: payment, storefront: storefront, stage: .restored(Receipt(order)))
  }

  /// Returns the id of the order that this transaction restores for `account`; nil if it restores none.
  func restoredOrder(of account: String) -> String? {
    guard self.account == account, case .restored(let receipt) = stage else { return nil }
    return receipt.order
  }
}
