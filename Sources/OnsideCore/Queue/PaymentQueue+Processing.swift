import Foundation

extension PaymentQueue {
  /// Appends an event to a transaction's events. The actions of one transaction are performed one at a time.
  func send(_ event: TransactionMachine.Event, to transaction: QueuedTransaction) {
    transaction.events.append(event)
    guard !transaction.isBusy else { return }
    transaction.isBusy = true
    let reference = QueueReference(self)
    Task { await Self.handleEvents(of: transaction, in: reference) }
  }

  /// Finishes a transaction for the app. Has no effect on a payment that was sent to the service and whose result the
  /// app has not received yet.
  func finish(_ transaction: QueuedTransaction) {
    guard let delivered = transaction.deliveredTransaction,
      transaction.machine.isUnpaid || delivered.transactionState != .purchasing
    else { return }
    transaction.isFinishing = true
    send(.finish, to: transaction)
  }

  /// Repeats the request to the service at once, if a retry is waiting.
  func retryNow(_ transaction: QueuedTransaction) {
    guard let retry = transaction.retry else { return }
    retry.cancel()
    transaction.retry = nil
    send(.retry, to: transaction)
  }

  /// Asks the service for the result of a payment that an earlier process sent.
  func reconcile(_ transaction: QueuedTransaction) {
    if case .settling(let key) = transaction.machine.stage { settle(transaction, key) }
  }

  // Static functions, not instance methods, wait for the disk, because an instance method would retain the queue
  // meanwhile.

  private static func handleEvents(of transaction: QueuedTransaction, in reference: QueueReference) async {
    while !transaction.events.isEmpty {
      let event = transaction.events.removeFirst()
      await perform(transaction.machine.handle(event), of: transaction, in: reference)
      if case .finish = event { transaction.isFinishing = false }
      if transaction.machine.stage == .gone { reference.queue?.remove(transaction) }
      reference.queue?.processNext()
    }
    transaction.isBusy = false
  }

  /// Performs actions. If the queue was released during a retry, this method performs only the actions that change the
  /// file or report an outcome to the payment sheet. The next launch continues from the file.
  private static func perform(
    _ actions: [TransactionMachine.Action], of transaction: QueuedTransaction, in reference: QueueReference
  ) async {
    let machine = transaction.machine
    var owesRecord = false
    for action in actions {
      switch action {
      case .record: await record(machine, in: reference)
      case .recordOrStop:
        guard await reference.dependencies.isRecorded(machine) else {
          transaction.events.insert(.notRecorded, at: 0)
          return
        }
      case .recordIfPossible: owesRecord = await !reference.dependencies.isRecorded(machine)
      case .recordRemoval: await reference.persistently { try await $0.delete(machine.id) }
      case .ask(let storefront): reference.queue?.ask(transaction, storefront)
      case .withdrawQuestion: transaction.question?.cancel()
      case .present(let occasion):
        guard let queue = reference.queue else {
          reference.reportOutcome(of: machine, .refused(TransactionMachine.notPaid))
          continue
        }
        queue.present(transaction, occasion)
      case .withdrawSheet: transaction.sheet?.cancel()
      case .reportOutcome(let outcome): reference.reportOutcome(of: machine, outcome)
      case .pay(let key): reference.queue?.pay(transaction, key)
      case .settle(let key): reference.queue?.settle(transaction, key)
      case .retryLater: reference.queue?.retryLater(transaction)
      case .deliverUpdate:
        transaction.deliveredTransaction = machine.transaction
        reference.queue?.deliverUpdate(of: [transaction])
      case .deliverRemoval:
        let last = transaction.deliveredTransaction
        transaction.deliveredTransaction = nil
        if let queue = reference.queue, queue.isVisible(machine), let last { queue.deliverRemoval(of: [last]) }
      }
    }
    if owesRecord { await record(machine, in: reference) }
  }

  // MARK: On disk

  private static func record(_ machine: TransactionMachine, in reference: QueueReference) async {
    guard let record = TransactionRecord(machine) else { return }
    await reference.persistently { try await $0.write([record]) }
  }

  // MARK: Tasks
  // A task that waits for the service, the payment sheet or the clock does not retain the queue. Otherwise a client
  // that the app has released would continue to process payments. If the queue was released, the task still reports an
  // outcome to the sheet, because the sheet stays open until then and blocks other screens. The next launch settles the
  // payment.

  private func ask(_ transaction: QueuedTransaction, _ storefront: OnsideStorefront) {
    guard let question = transaction.machine.transaction else { return }
    let account = transaction.machine.account
    transaction.question = Task {
      let isYes = await delegate?.onsidePaymentQueue(self, shouldContinue: question, in: storefront) ?? true
      // `.withdrawQuestion` has cancelled this task, so the transaction does not wait for the answer.
      guard !Task.isCancelled else { return }
      send(.answered(isYes, self.account.storefront(of: account)), to: transaction)
    }
  }

  private func present(_ transaction: QueuedTransaction, _ occasion: OnsidePaymentSheet.Occasion) {
    let machine = transaction.machine
    transaction.sheet = Task { [weak self, screens = dependencies.screens] in
      do throws(OnsidePaymentTransactionError) {
        let approval = try await screens.present(machine, occasion, in: self?.account.session)
        guard let self else {
          return screens.paymentDidEnd(machine, .refused(TransactionMachine.notPaid), in: nil)
        }
        send(.approved(UUID(), account.storefront(of: machine.account), approval), to: transaction)
      } catch {
        self?.send(.dismissed(error), to: transaction)
      }
    }
  }

  private func pay(_ transaction: QueuedTransaction, _ key: UUID) {
    let machine = transaction.machine
    let order = machine.order(key)
    Task { [weak self, service = dependencies.service, screens = dependencies.screens] in
      do throws(OnsideServiceError) {
        let order = try await service.pay(order)
        guard let self else { return screens.paymentDidEnd(machine, .paid, in: nil) }
        send(.paid(order), to: transaction)
      } catch {
        guard let self else { return screens.paymentDidEnd(machine, .delayed, in: nil) }
        await paymentDidFail(transaction, error)
      }
    }
  }

  private func paymentDidFail(_ transaction: QueuedTransaction, _ error: OnsideServiceError) async {
    let user = transaction.machine.account
    switch error {
    case .connectionError, .serviceUnavailable: send(.unanswered, to: transaction)
    case .priceChanged(let product):
      send(.priceChanged(product, await account.latestStorefront(of: user)), to: transaction)
    case .refused(let reason): send(.refused(reason), to: transaction)
    case .declined(let reason): send(.declined(reason, await account.latestStorefront(of: user)), to: transaction)
    case .appNotRegistered, .invalidProductIdentifier, .notLoggedIn, .notSupportedInLocalTesting, .cancelled,
      .loginCode, .internalError:
      send(.unclear, to: transaction)
    }
  }

  private func settle(_ transaction: QueuedTransaction, _ key: UUID) {
    let user = transaction.machine.account
    // The service returns orders of the logged-in account only.
    guard account.storefront(of: user) != nil else { return send(.unclear, to: transaction) }
    Task { [weak self, service = dependencies.service] in
      do throws(OnsideServiceError) {
        let order = try await service.settle(key, account: user)
        self?.send(.settled(order), to: transaction)
      } catch {
        // None of the errors of `settle` shows whether the order was paid.
        self?.send(.unclear, to: transaction)
      }
    }
  }

  private func retryLater(_ transaction: QueuedTransaction) {
    let delay = transaction.backoff.next()
    transaction.retry = Task { [weak self, clock = dependencies.clock] in
      do {
        try await clock.sleep(for: delay)
      } catch {
        return  // `retryNow` has already repeated the request
      }
      // If `retryNow` cancels this task just as the sleep ends, `retryNow` has already repeated the request.
      guard !Task.isCancelled else { return }
      transaction.retry = nil
      self?.send(.retry, to: transaction)
    }
  }
}

extension TransactionMachine {
  /// Returns the order that the service pays under an idempotency key.
  fileprivate func order(_ key: UUID) -> OnsideOrderRequest {
    OnsideOrderRequest(
      idempotencyKey: key, product: payment.product, appAccountToken: payment.appAccountToken, account: account,
      countryCode: storefront.countryCode, paymentMethod: approval.paymentMethod)
  }
}
