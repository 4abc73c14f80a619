#if os(Linux)
import CWebKitGTK
import Causeway
import CausewayGTK
import Foundation
import OnsideCore

/// The window of a payment sheet: asks, and then says how the payment goes on.
@MainActor final class PaymentWindow {
  enum State {
    /// The user has not decided.
    case asking
    /// The user has approved, and the store is at work.
    case paying
    /// The store could not be reached, and is asked again.
    case delayed
    case paid
    case refused
    /// The window is not needed any more.
    case left
  }

  /// What it shows.
  private(set) var sheet: OnsidePaymentSheet
  private(set) var state = State.asking
  let dialog: DialogWindow
  /// The button that pays, while it is asked.
  private(set) var pay: Widget?
  /// The button that dismisses the sheet, or closes it at the end.
  private(set) var cancel: Widget?
  /// How the user answers what is asked at present.
  private(set) var approval = PaymentApproval()
  /// Called once, when other screens can have their turn.
  var onEndOfTurn: () -> Void = {}
  /// Called once, when the window is not needed any more.
  var onLeave: () -> Void = {}

  /// How long it says that it is paid.
  static let farewell = Duration.milliseconds(1_500)

  /// With what the user pays.
  private(set) var choice: PaymentMethodChoice
  /// The line that says so.
  private(set) var payWith: PayWithLine?
  /// Where the user changes that, while it is shown.
  private(set) var panel: PaymentMethodsPanel?

  private let body = ScreenParts.body()
  private let question = Widgets.column(spacing: 16)
  private let foot = Widgets.column(spacing: 8).styled("onside-foot")
  private let startTimer: GLibTimer.Start
  private var hasTurn = true
  private var farewell: AnyObject?

  /// A window that is not shown yet.
  init(_ sheet: OnsidePaymentSheet, startTimer: @escaping GLibTimer.Start) {
    self.sheet = sheet
    self.startTimer = startTimer
    choice = PaymentMethodChoice(sheet)
    dialog = DialogWindow(title: "Onside payment", width: ScreenStyle.width, startTimer: startTimer)
    ScreenStyle.apply(sheet.theme, to: dialog.widget)
    // The window lets go of it while the payment methods are shown.
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

  /// Asks anew, about another price or with another card.
  func ask(_ sheet: OnsidePaymentSheet) {
    self.sheet = sheet
    approval = PaymentApproval()
    state = .asking
    showQuestion()
    if dialog.isSeen { dialog.delay.begin() }
    dialog.update()
  }

  /// Says how the payment ended.
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
        "The store could not be reached. It is asked again until it is known whether you have paid. You can close this."
      showEnd(ScreenParts.notice(text, .warning))
      // It may take long, and nothing is asked any more.
      endTurn()
    }
    dialog.update()
  }

  /// Does without the window: dismisses the sheet if it is still asking.
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

  // MARK: What is in it

  private func showQuestion() {
    let words = PaymentWords(sheet)
    choice.end()
    choice = PaymentMethodChoice(sheet)
    choice.onChange = { [weak self] in self?.choiceDidChange() }
    payWith = sheet.paymentMethods.map { methods in
      PayWithLine(choice) { [weak self] in self?.showMethods(methods) }
    }
    choice.load()
    let parts: [Widget?] = [
      PaymentParts.product(words), PaymentParts.price(words), PaymentParts.details(words, payWith),
      ScreenParts.asker(words.asker), words.note.map { ScreenParts.notice($0, .warning) },
      words.problem.map { ScreenParts.notice($0, .error) },
    ]
    question.setContent(parts.compactMap { $0 })
    let pay = ScreenParts.button(words.approve, "onside-primary") { [weak self] in self?.approve() }
    setFoot([pay], ScreenParts.button("Cancel", "onside-quiet") { [weak self] in self?.leave() })
    self.pay = pay
    updateApproval()
  }

  // MARK: Payment methods

  /// What is charged is known, or is another: the user is to read it before it can be approved.
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
    // The button said so.
    if choice.state == .noMethod { panel.flow.askForCard() }
    dialog.delay.begin()
  }

  /// Goes back to the question, which is to be read again before it can be answered.
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

  /// What stands at the bottom, above the button that closes the window, which is in focus.
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
