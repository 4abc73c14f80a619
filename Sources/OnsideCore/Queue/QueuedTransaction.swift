import Foundation

/// A transaction in the queue. It sends events to the state machine, one at a time, and performs the actions.
@MainActor final class QueuedTransaction {
  private(set) var machine: TransactionMachine
  /// The transaction as observers received it last, so never a state that is not on disk yet. Nil after they were told
  /// that the transaction was removed.
  private(set) var deliveredTransaction: OnsidePaymentTransaction?
  private weak var queue: PaymentQueue?
  private let dependencies: QueueDependencies
  /// Whether the app has finished the transaction, but the disk does not show that yet.
  private(set) var isFinishing = false
  private var events: [TransactionMachine.Event] = []
  private var isBusy = false
  private var question: Task<Void, Never>?
  private var sheet: Task<Void, Never>?
  private var retry: Task<Void, Never>?
  private var backoff: Backoff

  init(_ machine: TransactionMachine, queue: PaymentQueue, dependencies: QueueDependencies) {
    self.machine = machine
    deliveredTransaction = machine.transaction
    self.queue = queue
    self.dependencies = dependencies
    backoff = dependencies.backoff
  }

  /// Queues an event behind the earlier ones.
  func send(_ event: TransactionMachine.Event) {
    events.append(event)
    guard !isBusy else { return }
    isBusy = true
    Task { await self.processEvents() }
  }

  /// Finishes the transaction for the app. Has no effect on a payment whose result the app has not seen yet.
  func finish() {
    guard let deliveredTransaction else { return }
    guard machine.isUnpaid || deliveredTransaction.transactionState != .purchasing else { return }
    isFinishing = true
    send(.finish)
  }

  /// Asks the service again at once, if a retry is waiting.
  func retryNow() {
    guard let retry else { return }
    retry.cancel()
    self.retry = nil
    send(.retry)
  }

  /// Asks the service for the result of a payment that an earlier process sent.
  func reconcile() {
    if case .settling(let key) = machine.stage { settle(key) }
  }

  private func processEvents() async {
    while !events.isEmpty {
      let event = events.removeFirst()
      await perform(machine.handle(event))
      if case .finish = event { isFinishing = false }
      queue?.didAdvance(self)
    }
    isBusy = false
  }

  private func perform(_ actions: [TransactionMachine.Action]) async {
    var owesRecord = false
    for action in actions {
      switch action {
      case .record: await record()
      case .recordOrStop:
        guard await isRecorded() else {
          events.insert(.notRecorded, at: 0)
          return
        }
      case .recordIfPossible: owesRecord = await !isRecorded()
      case .recordRemoval: await recordRemoval()
      case .ask(let storefront): ask(storefront)
      case .withdrawQuestion: question?.cancel()
      case .present(let occasion): present(occasion)
      case .withdrawSheet: sheet?.cancel()
      case .tellSheet(let outcome): dependencies.paymentDidEnd(machine, outcome)
      case .pay(let key): pay(key)
      case .settle(let key): settle(key)
      case .retryLater: retryLater()
      case .deliverUpdate:
        deliveredTransaction = machine.transaction
        queue?.deliverUpdate(of: [self])
      case .deliverRemoval:
        let last = deliveredTransaction
        deliveredTransaction = nil
        queue?.deliverRemoval(of: self, as: last)
      }
    }
    if owesRecord { await record() }
  }

  // MARK: On disk

  private func record() async {
    guard let record = TransactionRecord(machine) else { return }
    await dependencies.persistently { store throws(any Error) in try await store.write([record]) }
  }

  private func isRecorded() async -> Bool {
    guard let record = TransactionRecord(machine) else { return true }
    return await dependencies.once { store throws(any Error) in try await store.write([record]) }
  }

  private func recordRemoval() async {
    let id = machine.id
    await dependencies.persistently { store throws(any Error) in try await store.delete(id) }
  }

  // MARK: Tasks

  private func ask(_ storefront: OnsideStorefront) {
    guard let transaction = machine.transaction else { return }
    question = Task {
      guard let queue else { return }
      let isYes = await queue.shouldContinue(transaction, in: storefront)
      // The question was cancelled: see `.withdrawQuestion`.
      guard !Task.isCancelled else { return }
      send(.answered(isYes, queue.storefront(of: machine.account)))
    }
  }

  private func present(_ occasion: OnsidePaymentSheet.Occasion) {
    let machine = machine
    sheet = Task {
      do throws(OnsidePaymentTransactionError) {
        let approval = try await dependencies.present(machine, occasion)
        send(.approved(UUID(), queue?.storefront(of: machine.account), approval))
      } catch {
        send(.dismissed(error))
      }
    }
  }

  private func pay(_ key: UUID) {
    let order = OnsideOrderRequest(
      idempotencyKey: key, product: machine.payment.product, appAccountToken: machine.payment.appAccountToken,
      account: machine.account, countryCode: machine.storefront.countryCode,
      paymentMethod: machine.approval.paymentMethod)
    Task {
      do throws(OnsideServiceError) {
        send(.paid(try await dependencies.service.pay(order)))
      } catch {
        switch error {
        case .connectionError, .serviceUnavailable: send(.unanswered)
        case .priceChanged(let product):
          send(.priceChanged(product, await queue?.latestStorefront(of: machine.account)))
        case .refused(let reason): send(.refused(reason))
        case .declined(let reason): send(.declined(reason, await queue?.latestStorefront(of: machine.account)))
        case .appNotRegistered, .invalidProductIdentifier, .notLoggedIn, .notSupportedInLocalTesting, .cancelled,
          .loginCode, .internalError:
          send(.unclear)
        }
      }
    }
  }

  private func settle(_ key: UUID) {
    // The service tells nothing about an order of an account that is not logged in.
    guard let queue else { return }
    guard queue.storefront(of: machine.account) != nil else { return send(.unclear) }
    Task {
      do throws(OnsideServiceError) {
        send(.settled(try await dependencies.service.settle(key, account: machine.account)))
      } catch {
        // No error here tells whether the order was paid.
        send(.unclear)
      }
    }
  }

  private func retryLater() {
    let delay = backoff.next()
    let sleep = dependencies.sleep
    retry = Task { [weak self] in
      do {
        try await sleep(delay)
      } catch {
        return  // `retryNow` has already asked again
      }
      // `retryNow` may cancel this task at the moment when the sleep ends; it has already asked again then.
      guard !Task.isCancelled, let self else { return }
      self.retry = nil
      self.send(.retry)
    }
  }
}
