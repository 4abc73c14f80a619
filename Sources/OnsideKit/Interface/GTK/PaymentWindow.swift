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

  private let question = Widgets.column(spacing: 16)
  private let foot = Widgets.column(spacing: 8).styled("onside-foot")
  private let startTimer: GLibTimer.Start
  private var hasTurn = true
  private var farewell: AnyObject?

  /// A window that is not shown yet.
  init(_ sheet: OnsidePaymentSheet, startTimer: @escaping GLibTimer.Start) {
    self.sheet = sheet
    self.startTimer = startTimer
    dialog = DialogWindow(title: "Onside payment", width: ScreenStyle.width, startTimer: startTimer)
    ScreenStyle.apply(sheet.theme, to: dialog.widget)
    let body = ScreenParts.body()
    body.append(question, foot)
    dialog.setContent(body)
    dialog.onDismiss = { [weak self] in self?.leave() }
    dialog.delay.onChange = { [weak self] in self?.updateApproval() }
    showQuestion()
  }

  /// Asks anew, about another price.
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
      showEnd(ScreenParts.notice(PageText(reason).shown(limit: 300), .error))
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
    let parts: [Widget?] = [
      PaymentParts.product(words), PaymentParts.price(words), PaymentParts.details(words),
      ScreenParts.asker(words.asker), words.note.map { ScreenParts.notice($0, .warning) },
    ]
    question.setContent(parts.compactMap { $0 })
    let pay = ScreenParts.button(words.approve, "onside-primary") { [weak self] in self?.approve() }
    setFoot([pay], ScreenParts.button("Cancel", "onside-quiet") { [weak self] in self?.leave() })
    self.pay = pay
    updateApproval()
  }

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
    pay?.setSensitive(dialog.delay.isOver)
  }

  private func approve() {
    guard state == .asking else { return }
    state = .paying
    setFoot([ScreenParts.progress("Paying …")])
    approval.settle(.approved)
  }
}
#endif
