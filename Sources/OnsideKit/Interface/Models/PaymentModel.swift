import CausewayPrompts
import OnsideCore

/// The model of a payment sheet. It asks for approval, and then shows how the payment continues.
@MainActor package final class PaymentModel: ScreenModel<PaymentState> {
  /// The time for which the sheet stays open after the payment has succeeded.
  package static let successDuration = Duration.milliseconds(1_500)

  /// The screen on which the user changes the payment method; nil while it is not shown.
  package private(set) var methods: PaymentMethodsModel?
  /// Called once, when other screens may be shown.
  package var onEndOfTurn: @MainActor () -> Void = {}
  /// Called once, when the sheet is no longer needed. The owner closes the sheet, and calls ``endTurn()`` when the
  /// sheet has closed.
  package var onLeave: @MainActor () -> Void = {}
  /// Whether the sheet was left. Its content then stays the same, so that the user sees no changes while it closes.
  package private(set) var isOver = false

  private let delay: ApprovalDelay
  private let startTimer: StartTimer
  private var approval = OneShot<OnsidePaymentApproval>()
  private var hasTurn = true
  private var closeTimer: AnyObject?
  private var loading: Task<Void, Never>?
  /// The changes of the payment methods that may still be in progress. Each request for the default payment method
  /// waits for their end.
  private var changes: Task<Void, Never>?

  /// - Parameters:
  ///   - delay: the delay before the sheet can be approved. The model observes it.
  ///   - startTimer: starts the timer that closes the sheet after a successful payment.
  package init(_ sheet: OnsidePaymentSheet, delay: ApprovalDelay, startTimer: @escaping StartTimer) {
    self.delay = delay
    self.startTimer = startTimer
    super.init(PaymentState(sheet))
    observeDelay()
  }

  /// Waits for the user's answer to the current question. Throws if the user dismisses the sheet. Cancelling the task
  /// dismisses it too.
  package func answer() async throws(OnsidePaymentTransactionError) -> OnsidePaymentApproval {
    do {
      return try await approval.value()
    } catch {
      leave()
      throw .cancelled
    }
  }

  /// Asks for approval again, for example at a new price or with another card.
  package func ask(_ sheet: OnsidePaymentSheet) {
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
  package func end(_ outcome: OnsidePaymentOutcome) {
    guard !isOver, state.phase == .paying || state.phase == .delayed else { return }
    switch outcome {
    case .paid:
      enter(.paid)
      closeTimer = startTimer(Self.successDuration) { [weak self] in self?.leave() }
    case .refused(let reason): enter(.refused(OnsideServiceError.refused(reason).userMessage))
    case .delayed:
      enter(.delayed)
      // Allow other screens, because the retries may take long and this sheet asks nothing more of the user.
      endTurn()
    }
  }

  /// Allows other screens to be shown, unless this method has already done so.
  package func endTurn() {
    guard hasTurn else { return }
    hasTurn = false
    onEndOfTurn()
  }

  // MARK: User actions

  /// Begins the delay, because the user now sees the sheet. Loads the payment method, which may have changed in the
  /// meantime.
  package func didAppear() {
    delay.begin()
    loadMethod()
  }

  package func approve() {
    guard !isOver, state.canApprove, !state.isChoosing else { return }
    enter(.paying)
    approval.settle(.success(state.choice.approval))
  }

  /// Leaves the sheet. If the user has not approved the payment yet, this counts as a dismissal.
  package func leave() {
    guard !isOver else { return }
    isOver = true
    closeTimer = nil
    methods?.leave()
    loading?.cancel()
    approval.settle(.failure(CancellationError()))
    onLeave()
  }

  /// Shows the payment methods until the user leaves them.
  package func changeMethod() {
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

  /// Returns to the question. The delay begins again, because the user must read the question again.
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
  ///   otherwise the store would return the previous default.
  package func loadMethod(after change: Task<Void, Never>? = nil) {
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
