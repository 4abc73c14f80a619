#if os(Linux)
import CWebKitGTK
import CausewayGTK
import CausewayPrompts
import OnsideCore

/// The window of a payment sheet. It asks for approval, and then shows how the payment continues.
@MainActor final class PaymentWindow {
  let dialog: DialogWindow
  let model: PaymentModel
  /// The button that approves the payment; nil unless the window asks for approval.
  private(set) var pay: Widget?
  /// The button that dismisses the sheet, or closes it at the end.
  private(set) var cancel: Widget?
  /// The line that shows the payment method.
  private(set) var payWith: PayWithLine?
  /// The panel in which the user changes the payment method; nil while it is not shown.
  private(set) var panel: PaymentMethodsPanel?

  private let body = ScreenParts.body()
  private let question = Widgets.column(spacing: 16)
  private let foot = Widgets.column(spacing: 8).styled("onside-foot")
  private var shown: PaymentState?

  /// Creates the window without showing it, and begins to load the payment method.
  init(_ sheet: OnsidePaymentSheet, startTimer: @escaping StartTimer) {
    let delay = ApprovalDelay(startTimer: startTimer)
    model = PaymentModel(sheet, delay: delay, startTimer: startTimer)
    dialog = DialogWindow(title: "Onside payment", width: ScreenStyle.width, delay: delay)
    ScreenStyle.apply(sheet.theme, to: dialog.widget)
    // Retain the body, because the window releases it while the payment methods are shown.
    g_object_ref_sink(body)
    body.append(question, foot)
    dialog.setContent(body)
    dialog.onDismiss = { [model] in model.leave() }
    draw()
    model.onChange = { [weak self] in self?.draw() }
    model.loadMethod()
  }

  isolated deinit {
    g_object_unref(body)
  }

  /// The time for which the window stays open after the payment has succeeded.
  static let successDuration = PaymentModel.successDuration
  /// The payment sheet that the window shows.
  var sheet: OnsidePaymentSheet { model.state.sheet }
  var state: PaymentState.Phase { model.state.phase }
  /// The payment method, for tests.
  var choice: PaymentMethodChoice { model.state.choice }

  func leave() { model.leave() }

  // MARK: Content

  private func draw() {
    let state = model.state
    if panel?.model !== model.methods { turn(to: model.methods) }
    if shown?.sheet != state.sheet { drawQuestion(state) }
    if shown?.sheet != state.sheet || shown?.phase != state.phase { drawFoot(state) }
    payWith?.draw(state)
    pay?.setSensitive(state.canApprove)
    let hasNewFocus = shown?.focus != state.focus
    shown = state
    dialog.update()
    if hasNewFocus { focus(state.focus.part) }
  }

  /// Shows the payment methods, or the payment sheet if `methods` is nil.
  private func turn(to methods: PaymentMethodsModel?) {
    panel = methods.map { PaymentMethodsPanel($0) }
    guard let panel else { return dialog.setContent(body) }
    panel.onChange = { [weak dialog] in dialog?.update() }
    panel.widget.onEscape { [model = panel.model] in model.leave() }
    dialog.setContent(ScreenParts.body(of: panel.widget))
    panel.moveFocus()
  }

  private func drawQuestion(_ state: PaymentState) {
    let payWith = PayWithLine(model)
    self.payWith = payWith
    let parts: [Widget?] = [
      PaymentParts.product(state.text), PaymentParts.price(state), PaymentParts.details(state, payWith),
      ScreenParts.requestingOrigin(state.text.requestingOrigin),
    ]
    question.setContent(parts.compactMap { $0 } + state.reasons.map(ScreenParts.notice))
  }

  /// Draws the button that pays, or a notice in its place, and below it the button that closes the window.
  private func drawFoot(_ state: PaymentState) {
    pay = nil
    let first: Widget
    if let notice = state.notice {
      first = ScreenParts.notice(notice)
    } else {
      first = ScreenParts.button(state.text.approve, "onside-primary") { [model] in model.approve() }
      pay = first
    }
    let style = pay == nil ? "onside-secondary" : "onside-quiet"
    cancel = state.leave.map { ScreenParts.button($0, style) { [model] in model.leave() } }
    foot.setContent([first, cancel].compactMap { $0 })
  }

  private func focus(_ part: PaymentState.Part) {
    gtk_window_set_focus(cwk_window(dialog.widget), part == .leave ? cancel : payWith?.change)
  }
}
#endif
