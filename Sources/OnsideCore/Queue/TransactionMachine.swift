import Foundation

/// The state machine of one transaction, as a value: ``handle(_:)`` takes an event and returns the actions to perform.
///
///     add ──▶ enqueued ──begin──▶ asking ──yes──▶ presenting ──approved──▶ paying ──paid──▶ purchased ──finish──▶ gone
///                │                 │  ▲ another       │  ▲                 │ │ │
///                │ finish,         │no└─storefront    │  └──priceChanged───┘ │ └─unanswered, retry: pay again
///                │ or not recorded ▼                  │ dismissed            │ refused, or not recorded
///                │                gone                ▼                      ▼
///                └─sessionEnded─▶ failed ◀────────────┴──────────────────────┴── failed ──finish──▶ gone
///
///     paying ──declined──▶ presenting, as after priceChanged
///     presenting ──finish──▶ gone; presenting, or paying ──another storefront──▶ asking
///     launch, while paying, or paying ──unclear──▶ settling ──settled──▶ purchased, or failed if nothing was paid
///     restore ──▶ restored ──finish──▶ gone
///
/// The disk holds `enqueued` (also for `asking` and `presenting`, where nothing is paid yet), `paying` with its
/// idempotency key (also for `settling`), and the three terminal stages. A purchase is on disk before observers receive
/// it, and `paying` is on disk before the payment is sent. So the process can end at any time without losing a purchase
/// or paying it twice.
struct TransactionMachine: Sendable {
  /// The stage that the transaction has reached.
  enum Stage: Hashable, Sendable {
    /// The transaction waits for its turn.
    case enqueued
    /// The delegate decides whether the transaction may continue in this storefront.
    case asking(OnsideStorefront)
    /// The user sees the payment sheet.
    case presenting
    /// The user approved, and the service is paying the order under this idempotency key.
    case paying(UUID)
    /// The result of the payment is unknown, because an earlier process ended too early or the service's answer did not
    /// contain the result. The SDK asks the service for the result of this idempotency key.
    case settling(UUID)
    /// The order is paid.
    case purchased(Receipt)
    /// An earlier purchase, delivered again by a restore.
    case restored(Receipt)
    /// Nothing was paid.
    case failed(OnsidePaymentTransactionError)
    /// The app finished the transaction, or the queue discarded it.
    case gone
  }

  /// The ids of a paid order, as the store assigned them.
  struct Receipt: Hashable, Codable, Sendable {
    let order: String
    let original: String
  }

  /// An event: the input of ``handle(_:)``.
  enum Event: Sendable {
    /// The transaction's turn has come, in this storefront.
    case begin(OnsideStorefront)
    /// The delegate's answer, and the current storefront; nil if the user is no longer logged in.
    case answered(Bool, OnsideStorefront?)
    /// The user approved the payment sheet. The values are a new idempotency key, the current storefront (nil if the
    /// user is no longer logged in), and the approved details.
    case approved(UUID, OnsideStorefront?, OnsidePaymentApproval = OnsidePaymentApproval())
    /// The user did not approve, or the sheet could not be shown.
    case dismissed(OnsidePaymentTransactionError)
    /// The service returned a paid order.
    case paid(OnsideOrder)
    /// The service refused the order, with the reason for the user.
    case refused(String)
    /// The payment method was declined: the reason for the user, and the current storefront. Nothing was paid under the
    /// key.
    case declined(String, OnsideStorefront?)
    /// The price or the storefront has changed, with the current product and storefront.
    case priceChanged(OnsideProduct, OnsideStorefront?)
    /// The service did not answer, so it is not known whether the order was paid.
    case unanswered
    /// The service answered, but the answer does not show whether the order is paid.
    case unclear
    /// The delay before the next request to the service has ended.
    case retry
    /// The result of the payment: the paid order, or nil if it was not paid and never will be.
    case settled(OnsideOrder?)
    /// The transaction could not be written to disk, and therefore must not continue.
    case notRecorded
    /// The user who added the payment is no longer logged in.
    case sessionEnded
    /// The app has finished the transaction.
    case finish
  }

  /// An action to perform. Actions are performed in the order in which ``handle(_:)`` returns them.
  enum Action: Hashable, Sendable {
    /// Write the transaction to disk. Retry until that succeeds, before any later action.
    case record
    /// Write the transaction to disk. If that fails, skip the remaining actions and send ``Event/notRecorded``.
    case recordOrStop
    /// Try to write the transaction to disk. Observers are called even if that fails, because nothing was paid.
    case recordIfPossible
    /// Delete the transaction from disk. Retry until that succeeds, before any later action.
    case recordRemoval
    /// Ask the delegate.
    case ask(OnsideStorefront)
    /// Cancel the question to the delegate, because the transaction has ended. Otherwise the task of a question that is
    /// never answered would stay forever.
    case withdrawQuestion
    /// Show the payment sheet, for this occasion.
    case present(OnsidePaymentSheet.Occasion)
    /// Dismiss the payment sheet.
    case withdrawSheet
    /// Report the outcome of the payment to the payment sheet.
    case reportOutcome(OnsidePaymentOutcome)
    /// Send the order to the service.
    case pay(UUID)
    /// Ask the service for the result of the payment.
    case settle(UUID)
    /// Send ``Event/retry`` after a delay.
    case retryLater
    /// Report the new state to observers.
    case deliverUpdate
    /// Report to observers that the transaction was removed.
    case deliverRemoval
  }

  let id: UUID
  /// The paying account, ``OnsideSession/account``.
  let account: String
  private(set) var payment: OnsidePayment
  private(set) var storefront: OnsideStorefront
  private(set) var stage: Stage
  /// The user's latest approval, without the product and its price.
  private(set) var approval = OnsidePaymentApproval()
  /// Whether a payment request got no answer. If so, other transactions do not wait for this payment.
  private(set) var isDelayed = false

  static let notPaid = "Nothing was paid."
  private static let notSaved =
    "The payment could not be saved on this device, so nothing was paid. Check the free storage, and try again."
  private static let storefrontChanged = "The country of the store has changed."

  init(id: UUID, account: String, payment: OnsidePayment, storefront: OnsideStorefront, stage: Stage) {
    self.id = id
    self.account = account
    self.payment = payment
    self.storefront = storefront
    self.stage = stage
  }

  /// Changes the stage for an event, and returns the actions to perform. Ignores an event that does not fit the stage,
  /// because it came too late.
  mutating func handle(_ event: Event) -> [Action] {
    switch (stage, event) {
    case (.enqueued, .begin(let storefront)): return ask(in: storefront)
    case (.asking, .answered(false, _)): return remove()
    case (.asking, .answered(true, nil)): return fail(.cancelled)
    case (.asking(storefront), .answered(true, storefront?)):
      stage = .presenting
      return [.present(.first)]
    case (.asking, .answered(true, let other?)): return ask(in: other)

    case (.presenting, .approved(let key, storefront?, let approval)):
      self.approval = approval
      stage = .paying(key)
      return [.recordOrStop, .pay(key)]
    case (.presenting, .approved(_, let other?, _)):
      return [.reportOutcome(.refused(Self.storefrontChanged))] + ask(in: other)
    case (.presenting, .approved(_, nil, _)): return [.reportOutcome(.refused(Self.notPaid))] + fail(.cancelled)
    case (.failed, .approved), (.gone, .approved): return [.reportOutcome(.refused(Self.notPaid))]
    case (.presenting, .dismissed(let error)): return fail(error)

    case (.paying, .paid(let order)): return [.reportOutcome(.paid)] + purchase(order)
    case (.paying, .refused(let reason)): return [.reportOutcome(.refused(reason))] + fail(.cancelled)
    case (.paying, .declined(let reason, let now)): return presentAgain(.declined(reason), in: now)
    case (.paying, .priceChanged(let product, let now)):
      payment.product = product
      return presentAgain(.priceHasChanged, in: now)
    case (.paying, .unanswered):
      isDelayed = true
      return [.reportOutcome(.delayed), .retryLater]
    case (.paying(let key), .retry): return [.pay(key)]
    case (.paying(let key), .unclear):
      stage = .settling(key)
      return [.reportOutcome(.delayed), .settle(key)]
    case (.paying, .notRecorded):
      return [.reportOutcome(.refused(Self.notSaved))] + fail(.cancelled)

    case (.settling(let key), .retry): return [.settle(key)]
    case (.settling, .settled(let order?)): return [.reportOutcome(.paid)] + purchase(order)
    case (.settling, .settled(nil)): return [.reportOutcome(.refused(Self.notPaid))] + fail(.cancelled)
    case (.settling, .unanswered), (.settling, .unclear): return [.retryLater]

    case (.enqueued, .notRecorded), (.enqueued, .sessionEnded): return fail(.cancelled)
    case (.asking, .sessionEnded): return [.withdrawQuestion] + fail(.cancelled)
    case (.presenting, .sessionEnded): return [.withdrawSheet] + fail(.cancelled)

    case (.presenting, .finish): return [.withdrawSheet] + remove()
    case (.asking, .finish): return [.withdrawQuestion] + remove()
    case (.enqueued, .finish), (.purchased, .finish), (.restored, .finish), (.failed, .finish):
      return remove()
    default: return []
    }
  }

  private mutating func ask(in storefront: OnsideStorefront) -> [Action] {
    self.storefront = storefront
    stage = .asking(storefront)
    return [.ask(storefront)]
  }

  /// Shows the payment sheet again, because nothing was paid under the key. A new approval gets a new key.
  /// - Parameter now: the current storefront; nil if the user is no longer logged in.
  private mutating func presentAgain(_ occasion: OnsidePaymentSheet.Occasion, in now: OnsideStorefront?) -> [Action] {
    isDelayed = false
    guard let now else { return [.reportOutcome(.refused(Self.notPaid))] + fail(.cancelled) }
    guard now == storefront else {
      return [.reportOutcome(.refused(Self.storefrontChanged))] + ask(in: now) + [.record]
    }
    stage = .presenting
    return [.record, .present(occasion)]
  }

  private mutating func purchase(_ order: OnsideOrder) -> [Action] {
    stage = .purchased(Receipt(order))
    return [.record, .deliverUpdate]
  }

  private mutating func fail(_ error: OnsidePaymentTransactionError) -> [Action] {
    stage = .failed(error)
    return [.recordIfPossible, .deliverUpdate]
  }

  private mutating func remove() -> [Action] {
    stage = .gone
    return [.recordRemoval, .deliverRemoval]
  }
}

extension TransactionMachine.Receipt {
  init(_ order: OnsideOrder) {
    self.init(order: order.id, original: order.originalID)
  }
}

extension TransactionMachine {
  /// The transaction as the app sees it; nil in the stage ``Stage/gone``.
  var transaction: OnsidePaymentTransaction? {
    switch stage {
    case .enqueued, .asking, .presenting, .paying, .settling: transaction(.purchasing)
    case .purchased(let receipt): transaction(.purchased, receipt)
    case .restored(let receipt): transaction(.restored, receipt)
    case .failed(let error): transaction(.failed, error: error)
    case .gone: nil
    }
  }

  private func transaction(
    _ state: OnsidePaymentTransactionState, _ receipt: Receipt? = nil, error: OnsidePaymentTransactionError? = nil
  ) -> OnsidePaymentTransaction {
    OnsidePaymentTransaction(
      id: id, transactionIdentifier: receipt?.order, originalTransactionIdentifier: receipt?.original,
      payment: payment, transactionState: state, storefront: storefront, error: error)
  }

  /// Whether the payment was not yet sent to the service.
  var isUnpaid: Bool {
    switch stage {
    case .enqueued, .asking, .presenting: true
    case .paying, .settling, .purchased, .restored, .failed, .gone: false
    }
  }

  /// Whether this transaction blocks the queue: no other transaction is processed in the meantime.
  var isProcessing: Bool {
    switch stage {
    case .asking, .presenting: true
    case .paying: !isDelayed
    case .enqueued, .settling, .purchased, .restored, .failed, .gone: false
    }
  }
}
