import OnsideCore

/// The state of a payment sheet.
package struct PaymentState: Hashable {
  package enum Phase: Hashable {
    /// The user has not decided yet.
    case asking
    /// The user has approved, and the payment is in progress.
    case paying
    /// The outcome is not known yet, and the SDK asks the store again.
    case delayed
    case paid
    /// The payment was refused. The value is the reason, as a text for the user.
    case refused(String)
  }

  /// A part of the sheet that can get the focus.
  package enum Part: Hashable {
    /// The button that dismisses the sheet, or closes it at the end.
    case leave
    /// The button that changes the payment method.
    case change
  }

  /// A line with a name and a value.
  package struct Detail: Hashable {
    package let name: String
    package let value: String
  }

  package let sheet: OnsidePaymentSheet
  /// The texts about the product and its price.
  package let text: PaymentText
  package var phase = Phase.asking
  package var choice: PaymentMethodChoice
  /// Whether the sheet shows the payment methods instead of the question.
  package var isChoosing = false
  /// Whether the sheet has been visible long enough to be approved. Without this delay, a press that was meant for
  /// something else could approve the payment.
  package var isRead = false
  package var focus = FocusRequest(Part.leave)

  package init(_ sheet: OnsidePaymentSheet) {
    self.sheet = sheet
    text = PaymentText(sheet)
    choice = PaymentMethodChoice(sheet)
  }

  package var canApprove: Bool { phase == .asking && isRead && choice.canPay }
  package var canChange: Bool { phase == .asking }

  /// The introductory price and the discounted price, each with the subscribers who get it.
  package var offers: [Detail] {
    [
      text.introduction.map { Detail(name: "For new subscribers", value: $0) },
      text.discount.map { Detail(name: "For current and returning subscribers", value: $0) },
    ].compactMap(\.self)
  }

  /// The line about the paying account; nil if the store does not name it.
  package var payer: Detail? { text.payer.map { Detail(name: "Account", value: $0) } }

  /// The name of the line about the payment method.
  package static let payWith = "Pay with"

  /// The lines about the store's country and the renewal.
  package var terms: [Detail] {
    [Detail(name: "Store", value: text.country)]
      + (text.renewal.map { [Detail(name: "Renews", value: $0)] } ?? [])
  }

  /// The reasons why the user is asked again.
  package var reasons: [ScreenNotice] {
    [text.note.map(ScreenNotice.warning), text.problem.map(ScreenNotice.error)].compactMap(\.self)
  }

  /// The text that replaces the button that pays; nil while the sheet has that button.
  package var notice: ScreenNotice? {
    switch phase {
    case .asking: nil
    case .paying: .progress("Paying …")
    case .delayed:
      .warning(
        "The store could not be reached. Onside keeps trying until it knows whether you have paid. You can close this "
          + "sheet.")
    case .paid: .success("Paid")
    case .refused(let reason): .error(reason)
    }
  }

  /// The title of the button that dismisses the sheet, or closes it at the end; nil while the sheet has no such button.
  package var leave: String? {
    switch phase {
    case .asking: "Cancel"
    case .delayed, .refused: "Close"
    case .paying, .paid: nil
    }
  }
}

/// The payment method of a payment sheet: the account's default one, as reported by the store.
package struct PaymentMethodChoice: Hashable {
  package enum State: Hashable {
    /// A store request is in progress. The user cannot approve yet, because it is not known what is charged.
    case loading
    /// The sheet names this payment method, and the store charges no other one.
    case method(OnsidePaymentMethod)
    /// The account has no payment method, so the user can pay only what is free.
    case noMethod
    /// The store did not report the payment method. If the user approves, the store charges the default one.
    case unknown
    /// There are no payment methods, as in local testing. The sheet does not mention them.
    case notOffered
  }

  package var state: State
  /// Whether the amount to pay now is more than 0. A free trial therefore needs no payment method.
  private let isCharged: Bool

  package init(_ sheet: OnsidePaymentSheet) {
    state = sheet.paymentMethods == nil ? .notOffered : .loading
    isCharged = (sheet.product.introductoryPrice?.price ?? sheet.product.price).value > 0
  }

  /// Whether the user may pay: the store request has ended, and there is a payment method if the payment costs
  /// something.
  package var canPay: Bool {
    switch state {
    case .loading: false
    case .noMethod: !isCharged
    case .method, .unknown, .notOffered: true
    }
  }

  /// The approval to send if the user pays now.
  package var approval: OnsidePaymentApproval {
    if case .method(let method) = state {
      OnsidePaymentApproval(paymentMethod: method.id)
    } else {
      OnsidePaymentApproval()
    }
  }

  /// The sheet's text about the payment method; nil if the sheet does not mention it.
  package var text: String? {
    switch state {
    case .loading: "…"
    case .method(let method): method.shownTitle
    case .noMethod: "No card yet"
    case .unknown: "Could not be loaded"
    case .notOffered: nil
    }
  }

  /// The title of the button that changes the payment method.
  package var change: String { state == .noMethod ? PaymentMethodsText.add : "Change" }
}
