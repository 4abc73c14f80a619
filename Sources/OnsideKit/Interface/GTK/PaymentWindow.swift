#if os(Linux)
import CWebKitGTK
import Causeway
import CausewayGTK
import CausewayPrompts
import Foundation
import OnsideCore

/// The window of a payment sheet. It asks for approval, and then shows how the payment continues.
@MainActor final class PaymentWindow {
  enum State {
    /// The user has not decided yet.
    case asking
    /// The user has approved, and the payment is in progress.
    case paying
    /// The store could not be reached. It is asked again.
    case delayed
    case paid
    case refused
    /// The window is not needed any more.
    case left
  }

  /// The payment sheet that the window shows.
  private(set) var sheet: OnsidePaymentSheet
  private(set) var state = State.asking
  let dialog: DialogWindow
  /// The button that approves the payment; nil while the window asks nothing.
  private(set) var pay: Widget?
  /// The button that dismisses the sheet, or closes it at the end.
  private(set) var cancel: Widget?
  /// The user's answer to the current question.
  private(set) var approval = PaymentApproval()
  /// Called once, when other screens may be shown.
  var onEndOfTurn: () -> Void = {}
  /// Called once, when the window is not needed any more.
  var onLeave: () -> Void = {}

  /// How long the window shows that the payment succeeded.
  static let farewell = Duration.milliseconds(1_500)

  /// The payment method.
  private(set) var choice: PaymentMethodChoice
  /// The line that shows the payment method; nil if the sheet has no payment methods.
  private(set) var payWith: PayWithLine?
  /// The panel in which the user changes the payment method; nil while it is not shown.
  private(set) var panel: PaymentMethodsPanel?

  private let body = ScreenParts.body()
  private let question = Widgets.column(spacing: 16)
  private let foot = Widgets.column(spacing: 8).styled("onside-foot")
  private let startTimer: StartTimer
  private var hasTurn = true
  private var farewell: AnyObject?

  /// Creates the window without showing it.
  init(_ sheet: OnsidePaymentSheet, startTimer: @escaping StartTimer) {
    self.sheet = sheet
    self.startTimer = startTimer
    choice = PaymentMethodChoice(sheet)
    dialog = DialogWindow(
      title: "Onside payment", width: ScreenStyle.width, delay: ApprovalDelay(startTimer: startTimer))
    ScreenStyle.apply(sheet.theme, to: dialog.widget)
    // Retain the body, because the window releases it while the payment methods are shown.
    g_object_ref_sink(body)
    body.append(question, foot)
    dialog.setContent(body)
    dialog.onDismiss = { [weak self] in self?.leave() }
    dialog.delay.onChange = { [weak self] in self?.updateApproval() }
    showQuestion()
  }

  isolated deinit {
    g_object_unref(body)
  }

  /// Asks again, about another price or another card.
  func ask(_ sheet: OnsidePaymentSheet) {
    self.sheet = sheet
    approval = PaymentApproval()
    state = .asking
    showQuestion()
    if dialog.isSeen { dialog.delay.begin() }
    dialog.update()
  }

  /// Shows the outcome of the payment.
  func end(_ outcome: OnsidePaymentOutcome) {
    guard state == .paying || state == .delayed else { return }
    switch outcome {
    case .paid:
      state = .paid
      setFoot([ScreenParts.result("Paid", .success)])
      farewell = startTimer(Self.farewell) { [weak self] in self?.leave() }
    case .refused(let reason):
      state = .refused
      showEnd(ScreenParts.notice(OnsideServiceError.refused(reason).userMessage, .error))
    case .delayed:
      guard state == .paying else { return }
      state = .delayed
      let text =
        "The store could not be reached. Onside asks again until it knows whether you have paid. You can close this."
      showEnd(ScreenParts.notice(text, .warning))
      // Let other screens be shown: the retries may take long, and this window asks nothing any more.
      endTurn()
    }
    dialog.update()
  }

  /// Leaves the window. Dismisses the sheet if it is still asking.
  func leave() {
    guard state != .left else { return }
    state = .left
    farewell = nil
    pay = nil
    panel?.end()
    choice.end()
    approval.settle(.dismissed)
    onLeave()
    endTurn()
  }

  private func endTurn() {
    guard hasTurn else { return }
    hasTurn = false
    onEndOfTurn()
  }

  // MARK: Content

  private func showQuestion() {
    let words = PaymentText(sheet)
    choice.end()
    choice = PaymentMethodChoice(sheet)
    choice.onChange = { [weak self] in self?.choiceDidChange() }
    payWith = sheet.paymentMethods.map { methods in
      PayWithLine(choice) { [weak self] in self?.showMethods(methods) }
    }
    choice.load()
    let parts: [Widget?] = [
      PaymentParts.product(words), PaymentParts.price(words), PaymentParts.details(words, payWith),
      ScreenParts.requestingOrigin(words.requestingOrigin), words.note.map { ScreenParts.notice($0, .warning) },
      words.problem.map { ScreenParts.notice($0, .error) },
    ]
    question.setContent(parts.compactMap { $0 })
    let pay = ScreenParts.button(words.approve, "onside-primary") { [weak self] in self?.approve() }
    setFoot([pay], ScreenParts.button("Cancel", "onside-quiet") { [weak self] in self?.leave() })
    self.pay = pay
    updateApproval()
  }

  // MARK: Payment methods

  /// Begins the delay again, because the user must read what is charged before approving it.
  private func choiceDidChange() {
    payWith?.update()
    if dialog.isSeen, state == .asking { dialog.delay.begin() }
    updateApproval()
    dialog.update()
  }

  private func showMethods(_ methods: OnsidePaymentMethodsScreen) {
    guard state == .asking, panel == nil else { return }
    let done = ScreenParts.button("Done", "onside-quiet") { [weak self] in self?.leaveMethods() }
    let panel = PaymentMethodsPanel(methods, leave: done)
    panel.onChange = { [weak self] in self?.dialog.update() }
    panel.onNews = { [weak self] in self?.dialog.delay.begin() }
    panel.onFocus = { [weak self] in self?.focus($0) }
    panel.widget.onEscape { [weak self] in self?.leaveMethods() }
    self.panel = panel
    dialog.setContent(ScreenParts.body(of: panel.widget))
    focus(done)
    // The button had the title "Add a card", so show the fields at once.
    if choice.state == .noMethod { panel.flow.askForCard() }
    dialog.delay.begin()
  }

  /// Goes back to the question. The delay begins again, because the user must read the question again.
  private func leaveMethods() {
    let change = panel?.flow.change
    panel?.end()
    panel = nil
    dialog.setContent(body)
    choice.load(after: change)
    focus(payWith?.change)
    dialog.delay.begin()
  }

  private func focus(_ part: Widget?) { gtk_window_set_focus(cwk_window(dialog.widget), part) }

  /// Sets the widgets at the bottom. Below them is the button that closes the window, which gets the focus.
  private func setFoot(_ widgets: [Widget], _ cancel: Widget? = nil) {
    pay = nil
    self.cancel = cancel
    foot.setContent(widgets + (cancel.map { [$0] } ?? []))
    gtk_window_set_focus(cwk_window(dialog.widget), cancel)
  }

  private func showEnd(_ notice: Widget) {
    setFoot([notice], ScreenParts.button("Close", "onside-secondary") { [weak self] in self?.leave() })
  }

  private func updateApproval() {
    pay?.setSensitive(dialog.delay.isOver && choice.canPay)
    panel?.canChange = dialog.delay.isOver
  }

  private func approve() {
    guard state == .asking, choice.canPay else { return }
    state = .paying
    payWith?.change.setSensitive(false)
    setFoot([ScreenParts.progress("Paying …")])
    approval.settle(.approved(choice.approval))
  }
}
#endif
