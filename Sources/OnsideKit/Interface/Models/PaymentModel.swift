import CausewayPrompts
import OnsideCore

/// What a payment sheet shows.
struct PaymentState: Hashable {
  enum Phase: Hashable {
    /// The user has not decided yet.
    case asking
    /// The user has approved, and the payment is in progress.
    case paying
    /// The store could not be reached. It is asked again.
    case delayed
    case paid
    /// The value is the reason, as a text for the user.
    case refused(String)
  }

  /// A part of the sheet that can get the focus.
  enum Part: Hashable {
    /// The button that dismisses the sheet, or closes it at the end.
    case leave
    /// The button that changes the payment method.
    case change
  }

  /// A line with a name and a value.
  struct Detail: Hashable {
    let name: String
    let value: String
  }

  let sheet: OnsidePaymentSheet
  /// The texts about the product and its price.
  let text: PaymentText
  var phase = Phase.asking
  var choice: PaymentMethodChoice
  /// Whether the sheet shows the payment methods instead of the question.
  var isChoosing = false
  /// Whether the sheet has been visible long enough to be approved, so that a press that was meant for something else
  /// approves nothing.
  var isRead = false
  var focus = FocusRequest(Part.leave)

  init(_ sheet: OnsidePaymentSheet) {
    self.sheet = sheet
    text = PaymentText(sheet)
    choice = PaymentMethodChoice(sheet)
  }

  var canApprove: Bool { phase == .asking && isRead && choice.canPay }
  var canChange: Bool { phase == .asking }

  /// The offers for some subscribers.
  var offers: [Detail] {
    [
      text.introduction.map { Detail(name: "For new subscribers", value: $0) },
      text.discount.map { Detail(name: "For current and returning subscribers", value: $0) },
    ].compactMap(\.self)
  }

  /// The line about the paying account; nil if the store does not name it.
  var payer: Detail? { text.payer.map { Detail(name: "Account", value: $0) } }

  /// The name of the line about the payment method.
  static let payWith = "Pay with"

  /// The lines about the store's country and the renewal.
  var terms: [Detail] {
    [Detail(name: "Store", value: text.country)]
      + (text.renewal.map { [Detail(name: "Renews", value: $0)] } ?? [])
  }

  /// The reasons why the user is asked again.
  var reasons: [ScreenNotice] {
    [text.note.map(ScreenNotice.warning), text.problem.map(ScreenNotice.error)].compactMap(\.self)
  }

  /// The text in the place of the button that pays; nil while the sheet has that button.
  var notice: ScreenNotice? {
    switch phase {
    case .asking: nil
    case .paying: .progress("Paying …")
    case .delayed:
      .warning(
        "The store could not be reached. Onside asks again until it knows whether you have paid. You can close this."
      )
    case .paid: .success("Paid")
    case .refused(let reason): .error(reason)
    }
  }

  /// The title of the button that dismisses the sheet, or closes it at the end; nil while it has none.
  var leave: String? {
    switch phase {
    case .asking: "Cancel"
    case .delayed, .refused: "Close"
    case .paying, .paid: nil
    }
  }
}

/// The payment method of a payment sheet: the account's default one, as reported by the store.
struct PaymentMethodChoice: Hashable {
  enum State: Hashable {
    /// A store request is in progress. The user cannot approve yet, because it is not known what is charged.
    case loading
    /// The sheet names this payment method, and the store charges no other one.
    case method(OnsidePaymentMethod)
    /// The account has no payment method, so the user can pay only what is free.
    case noMethod
    /// The store did not report the payment method. If the user approves, it charges the default one.
    case unknown
    /// There are no payment methods, as in local testing. The sheet does not mention them.
    case notOffered
  }

  var state: State
  /// Whether the payment costs something now. The button that pays says the same.
  private let isCharged: Bool

  init(_ sheet: OnsidePaymentSheet) {
    state = sheet.paymentMethods == nil ? .notOffered : .loading
    isCharged = (sheet.product.introductoryPrice?.price ?? sheet.product.price).value > 0
  }

  /// Whether the user may pay: the store request has ended, and there is a payment method if the payment costs
  /// something.
  var canPay: Bool {
    switch state {
    case .loading: false
    case .noMethod: !isCharged
    case .method, .unknown, .notOffered: true
    }
  }

  /// The approval to send if the user pays now.
  var approval: OnsidePaymentApproval {
    if case .method(let method) = state {
      OnsidePaymentApproval(paymentMethod: method.id)
    } else {
      OnsidePaymentApproval()
    }
  }

  /// The sheet's text about the payment method; nil if the sheet does not mention it.
  var text: String? {
    switch state {
    case .loading: "…"
    case .method(let method): method.shownTitle
    case .noMethod: "No card yet"
    case .unknown: "Could not be loaded"
    case .notOffered: nil
    }
  }

  /// The title of the button that changes the payment method.
  var change: String { state == .noMethod ? PaymentMethodsText.add : "Change" }
}

/// The model of a payment sheet. It asks for approval, and then shows how the payment continues.
@MainActor final class PaymentModel: ScreenModel<PaymentState> {
  /// How long the sheet shows that the payment succeeded.
  static let farewell = Duration.milliseconds(1_500)

  /// The screen on which the user changes the payment method; nil while it is not shown.
  private(set) var methods: PaymentMethodsModel?
  /// Called once, when other screens may be shown.
  var onEndOfTurn: @MainActor () -> Void = {}
  /// Called once, when the sheet is not needed any more. The owner closes the sheet, and calls ``endTurn()`` when it is
  /// gone.
  var onLeave: @MainActor () -> Void = {}
  /// Whether the sheet was left. It changes no more, so that the user does not see changes while it closes.
  private(set) var isOver = false

  private let delay: ApprovalDelay
  private let startTimer: StartTimer
  private var approval = OneShot<OnsidePaymentApproval>()
  private var hasTurn = true
  private var farewell: AnyObject?
  private var loading: Task<Void, Never>?
  /// The changes of the payment methods that were in progress at the time of any request for the default one. Every
  /// later request waits for them too.
  private var changes: Task<Void, Never>?

  /// - Parameters:
  ///   - delay: the delay before the sheet can be approved. The model observes it.
  ///   - startTimer: starts the timer that closes the sheet in the end.
  init(_ sheet: OnsidePaymentSheet, delay: ApprovalDelay, startTimer: @escaping StartTimer) {
    self.delay = delay
    self.startTimer = startTimer
    super.init(PaymentState(sheet))
    observeDelay()
  }

  /// Waits for the user's answer to the current question. Throws if the user dismisses the sheet. Cancelling the task
  /// dismisses it too.
  func answer() async throws(OnsidePaymentTransactionError) -> OnsidePaymentApproval {
    do {
      return try await approval.value()
    } catch {
      leave()
      throw .cancelled
    }
  }

  /// Asks again, about another price or another card.
  func ask(_ sheet: OnsidePaymentSheet) {
    approval = OneShot()
    update {
      let focus = $0.focus
      $0 = PaymentState(sheet)
      $0.focus = focus
      $0.focus.move(to: .leave)
    }
    loadMethod()
    delay.beginAgain()
  }

  /// Shows the outcome of the payment.
  func end(_ outcome: OnsidePaymentOutcome) {
    guard !isOver, state.phase == .paying || state.phase == .delayed else { return }
    switch outcome {
    case .paid:
      enter(.paid)
      farewell = startTimer(Self.farewell) { [weak self] in self?.leave() }
    case .refused(let reason): enter(.refused(OnsideServiceError.refused(reason).userMessage))
    case .delayed:
      enter(.delayed)
      // Let other screens be shown: the retries may take long, and this sheet asks nothing any more.
      endTurn()
    }
  }

  /// Lets other screens be shown, unless this was done before.
  func endTurn() {
    guard hasTurn else { return }
    hasTurn = false
    onEndOfTurn()
  }

  // MARK: User actions

  /// Notes that the user sees the sheet now. Loads the payment method, which may have changed meanwhile.
  func didAppear() {
    delay.begin()
    loadMethod()
  }

  func approve() {
    guard !isOver, state.canApprove, !state.isChoosing else { return }
    enter(.paying)
    approval.settle(.success(state.choice.approval))
  }

  /// Leaves the sheet. Dismisses it if it is still asking.
  func leave() {
    guard !isOver else { return }
    isOver = true
    farewell = nil
    methods?.leave()
    loading?.cancel()
    approval.settle(.failure(CancellationError()))
    onLeave()
  }

  /// Shows the payment methods until the user leaves them.
  func changeMethod() {
    guard !isOver, state.canChange, methods == nil, let screen = state.sheet.paymentMethods else { return }
    let methods = PaymentMethodsModel(screen, delay: delay, leave: PaymentMethodsText.done)
    self.methods = methods
    // The button had the title "Add a card", so show the form at once.
    if state.choice.state == .noMethod { methods.askForCard() }
    update { $0.isChoosing = true }
    delay.begin()
    Task { [weak self] in
      _ = await methods.result()
      self?.didChangeMethod(methods.change)
    }
  }

  // MARK: The payment method

  /// Asks the question again. The delay begins again, because the user must read the question again.
  private func didChangeMethod(_ change: Task<Void, Never>?) {
    methods = nil
    guard !isOver else { return }
    observeDelay()
    update {
      $0.isChoosing = false
      $0.focus.move(to: .change)
    }
    loadMethod(after: change)
    delay.begin()
  }

  /// Asks the store for the default payment method. A late answer to an earlier request has no effect. After the
  /// approval, the sheet shows the approved payment method until it closes.
  /// - Parameter change: a change of the payment methods that is in progress. The request waits for its end, because
  ///   otherwise the store would name the previous default.
  func loadMethod(after change: Task<Void, Never>? = nil) {
    guard !isOver, state.phase == .asking, let screen = state.sheet.paymentMethods else { return }
    loading?.cancel()
    show(.loading)
    if let change {
      changes = Task { [earlier = changes] in
        await earlier?.value
        await change.value
      }
    }
    loading = Task { [weak self, changes = changes] in
      await changes?.value
      let state = await PaymentMethodChoice.state(of: screen)
      guard !Task.isCancelled else { return }
      self?.show(state)
    }
  }

  /// Shows what is known about the payment method. The delay begins again, because the user must read what is charged
  /// before approving it.
  private func show(_ choice: PaymentMethodChoice.State) {
    guard !isOver, state.phase == .asking, choice != state.choice.state else { return }
    update { $0.choice.state = choice }
    delay.beginAgain()
  }

  private func enter(_ phase: PaymentState.Phase) {
    update {
      guard phase != $0.phase else { return }
      $0.phase = phase
      $0.focus.move(to: .leave)
    }
  }

  private func observeDelay() {
    delay.onChange = { [weak self] in
      guard let self else { return }
      update { $0.isRead = self.delay.isOver }
    }
  }
}

extension PaymentMethodChoice {
  @MainActor fileprivate static func state(of screen: OnsidePaymentMethodsScreen) async -> State {
    do throws(OnsideServiceError) {
      return try await screen.load().first(where: \.isDefault).map(State.method) ?? .noMethod
    } catch {
      return error == .notSupportedInLocalTesting ? .notOffered : .unknown
    }
  }
}
