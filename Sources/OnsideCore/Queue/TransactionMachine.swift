import Foundation

/// The life of one transaction, as a value: what happened goes in, what is to be done comes out.
///
///     add ──▶ enqueued ──begin──▶ asking ──yes──▶ presenting ──approved──▶ paying ──paid──▶ purchased ──finish──▶ gone
///                │                 │  ▲ another       │  ▲                 │ │ │
///                │ finish,         │no└─storefront    │  └──priceChanged───┘ │ └─unanswered, retry: pay again
///                │ or not recorded ▼                  │ dismissed            │ refused, or not recorded
///                │                gone                ▼                      ▼
///                └─sessionEnded─▶ failed ◀────────────┴──────────────────────┴── failed ──finish──▶ gone
///
///     paying ──declined──▶ presenting, as after priceChanged
///     presenting ──finish──▶ gone; presenting, or paying ──the storefront is another──▶ asking
///     launch, while paying, or paying ──unclear──▶ settling ──settled──▶ purchased, or failed if nothing was paid
///     restore ──▶ restored ──finish──▶ gone
///
/// On disk are `enqueued` (`asking` and `presenting` too: nothing is paid yet), `paying` with its idempotency key
/// (`settling` too), and the three terminal stages. What is paid is recorded before anybody is told, and what is recorded
/// as `paying` before it is sent: so no end of the process forgets a purchase or pays it twice.
struct TransactionMachine: Sendable {
  /// How far the transaction has come.
  enum Stage: Hashable, Sendable {
    /// Waits for its turn.
    case enqueued
    /// The delegate is asked whether it may go on in a storefront.
    case asking(OnsideStorefront)
    /// The user sees the payment sheet.
    case presenting
    /// The user approved, and the service is asked to have it paid under this idempotency key.
    case paying(UUID)
    /// It was being paid when an earlier process ended, or the service's answer said nothing: it is asked what became of
    /// that.
    case settling(UUID)
    /// It is paid.
    case purchased(Receipt)
    /// It was paid once, and is delivered anew.
    case restored(Receipt)
    /// Nothing was paid.
    case failed(OnsidePaymentTransactionError)
    /// It is finished, or was discarded.
    case gone
  }

  /// What the store knows an order by.
  struct Receipt: Hashable, Codable, Sendable {
    let order: String
    let original: String
  }

  /// What happened.
  enum Event: Sendable {
    /// It is its turn, in this storefront.
    case begin(OnsideStorefront)
    /// The delegate answered, and this is the storefront by now; nil if nobody is logged in any more.
    case answered(Bool, OnsideStorefront?)
    /// The user approved what the sheet showed; with a new idempotency key, and the storefront by now; nil if nobody is
    /// logged in any more.
    case approved(UUID, OnsideStorefront?, OnsidePaymentApproval = OnsidePaymentApproval())
    /// The user did not, or there was no sheet.
    case dismissed(OnsidePaymentTransactionError)
    /// The service has an order that is paid.
    case paid(OnsideOrder)
    /// The service refused; why, for the user.
    case refused(String)
    /// The payment method was declined; why, for the user, and the storefront by now. Nothing was paid under the key.
    case declined(String, OnsideStorefront?)
    /// The product costs something else, or the storefront is another: with what both are by now.
    case priceChanged(OnsideProduct, OnsideStorefront?)
    /// The service did not answer: it is not known whether it has done what it was asked.
    case unanswered
    /// The service answered, but not whether the order is paid.
    case unclear
    /// It is time to ask the service again.
    case retry
    /// The service says what became of the order; nil if it was not paid and will not be.
    case settled(OnsideOrder?)
    /// What had to be written down before going on could not be.
    case notRecorded
    /// Who added it is not logged in any more.
    case sessionEnded
    /// The app is done with it.
    case finish
  }

  /// What is to be done, in this order.
  enum Action: Hashable, Sendable {
    /// Write it down, as often as it takes, before anything else of it is done.
    case record
    /// Write it down; if that fails, do nothing of the rest, and say so by ``Event/notRecorded``.
    case recordOrStop
    /// Write it down, if that is possible: nothing was paid, so that it is told of all the same.
    case recordIfPossible
    /// Delete it, as often as it takes, before anything else of it is done.
    case recordRemoval
    /// Ask the delegate.
    case ask(OnsideStorefront)
    /// Ask the delegate no longer: the transaction has ended. Without it a question that nobody answers would stay.
    case withdrawQuestion
    /// Show the payment sheet, and say why.
    case present(OnsidePaymentSheet.Occasion)
    /// Take the payment sheet away.
    case withdrawSheet
    /// Tell the payment sheet how the payment ended.
    case tellSheet(OnsidePaymentOutcome)
    /// Ask the service to have it paid.
    case pay(UUID)
    /// Ask the service what became of it.
    case settle(UUID)
    /// Ask for ``Event/retry`` after a while.
    case retryLater
    /// Tell observers of the new state.
    case deliverUpdate
    /// Tell observers that it is removed.
    case deliverRemoval
  }

  let id: UUID
  /// Who pays, ``OnsideSession/account``.
  let account: String
  private(set) var payment: OnsidePayment
  private(set) var storefront: OnsideStorefront
  private(set) var stage: Stage
  /// What the user approved last, besides the product and its price.
  private(set) var approval = OnsidePaymentApproval()
  /// Whether the service did not answer at first: then nobody else waits for this payment.
  private(set) var isDelayed = false

  private static let notPaid = "Nothing was paid."
  private static let storefrontChanged = "The country of the shop has changed."

  init(id: UUID, account: String, payment: OnsidePayment, storefront: OnsideStorefront, stage: Stage) {
    self.id = id
    self.account = account
    self.payment = payment
    self.storefront = storefront
    self.stage = stage
  }

  /// Takes in what happened. What does not fit the stage changes nothing: it came too late.
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
      return [.tellSheet(.refused(Self.storefrontChanged))] + ask(in: other)
    case (.presenting, .approved(_, nil, _)): return [.tellSheet(.refused(Self.notPaid))] + fail(.cancelled)
    case (.failed, .approved), (.gone, .approved): return [.tellSheet(.refused(Self.notPaid))]
    case (.presenting, .dismissed(let error)): return fail(error)

    case (.paying, .paid(let order)): return [.tellSheet(.paid)] + purchase(order)
    case (.paying, .refused(let reason)): return [.tellSheet(.refused(reason))] + fail(.cancelled)
    case (.paying, .declined(let reason, let now)): return presentAgain(.declined(reason), in: now)
    case (.paying, .priceChanged(let product, let now)):
      payment.product = product
      return presentAgain(.priceHasChanged, in: now)
    case (.paying, .unanswered):
      isDelayed = true
      return [.tellSheet(.delayed), .retryLater]
    case (.paying(let key), .retry): return [.pay(key)]
    case (.paying(let key), .unclear):
      stage = .settling(key)
      return [.tellSheet(.delayed), .settle(key)]
    case (.paying, .notRecorded):
      return [.tellSheet(.refused("The payment could not be written down, and was not made."))] + fail(.cancelled)

    case (.settling(let key), .retry): return [.settle(key)]
    case (.settling, .settled(let order?)): return [.tellSheet(.paid)] + purchase(order)
    case (.settling, .settled(nil)): return [.tellSheet(.refused(Self.notPaid))] + fail(.cancelled)
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

  /// Shows the sheet again, since nothing was paid under the key: what the user approves then has another key.
  /// - Parameter now: the storefront by now; nil if the user is not logged in any more.
  private mutating func presentAgain(_ occasion: OnsidePaymentSheet.Occasion, in now: OnsideStorefront?) -> [Action] {
    isDelayed = false
    guard let now else { return [.tellSheet(.refused(Self.notPaid))] + fail(.cancelled) }
    guard now == storefront else {
      return [.tellSheet(.refused(Self.storefrontChanged))] + ask(in: now) + [.record]
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
  /// What an app sees of it; nil once it is gone.
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

  /// Whether nothing was sent to be paid yet.
  var isUnpaid: Bool {
    switch stage {
    case .enqueued, .asking, .presenting: true
    case .paying, .settling, .purchased, .restored, .failed, .gone: false
    }
  }

  /// Whether it has its turn: nobody else is processed meanwhile.
  var isProcessing: Bool {
    switch stage {
    case .asking, .presenting: true
    case .paying: !isDelayed
    case .enqueued, .settling, .purchased, .restored, .failed, .gone: false
    }
  }
}
