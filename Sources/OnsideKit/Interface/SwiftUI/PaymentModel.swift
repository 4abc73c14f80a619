#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import Causeway
import Foundation
import OnsideCore
import SwiftUI

/// The observable state of a payment sheet.
@MainActor final class PaymentModel: ObservableObject {
  enum State: Hashable {
    /// The user has not decided yet.
    case asking
    /// The user has approved, and the payment is in progress.
    case paying
    /// The store could not be reached. It is asked again.
    case delayed
    case paid
    case refused(String)
    /// The sheet is not needed any more.
    case left
  }

  @Published private(set) var sheet: OnsidePaymentSheet
  @Published private(set) var state = State.asking
  /// Whether the sheet has been visible long enough to be approved. The delay is there so that a tap that was meant for
  /// something else approves nothing.
  @Published private(set) var canApprove = false
  /// The payment method.
  private(set) var choice: PaymentMethodChoice
  /// The screen on which the user changes the payment method; nil while it is not shown.
  @Published private(set) var methods: PaymentMethodsModel?
  /// The user's answer to the current question.
  private(set) var approval = PaymentApproval()
  /// Called once, when other screens may be shown.
  var onEndOfTurn: @MainActor () -> Void = {}
  /// Called once, when the sheet is not needed any more. The owner closes the sheet, and calls ``endTurn()`` when it is
  /// gone.
  var onLeave: @MainActor () -> Void = {}
  private var hasTurn = true
  private var timer: Task<Void, Never>?

  init(_ sheet: OnsidePaymentSheet) {
    self.sheet = sheet
    choice = PaymentMethodChoice(sheet)
    observeChoice()
  }

  /// Begins the delay before the sheet can be approved, or begins it again.
  func begin() {
    guard state == .asking else { return }
    canApprove = false
    after(.seconds(1)) { $0.canApprove = true }
  }

  /// Asks again, about another price or another card.
  func ask(_ sheet: OnsidePaymentSheet) {
    self.sheet = sheet
    approval = PaymentApproval()
    state = .asking
    choice.end()
    choice = PaymentMethodChoice(sheet)
    observeChoice()
    choice.load()
    begin()
  }

  func approve() {
    guard state == .asking, canApprove, choice.canPay else { return }
    state = .paying
    approval.settle(.approved(choice.approval))
  }

  /// Notes that the sheet is visible. Begins the delay before it can be approved, and loads the payment method.
  func didAppear() {
    begin()
    // After the approval, the sheet shows the approved payment method until it closes.
    if state == .asking { choice.load() }
  }

  /// Begins the delay again when the payment method changes, because the user must read what is charged before
  /// approving it.
  private func observeChoice() {
    choice.onChange = { [weak self] in
      self?.objectWillChange.send()
      self?.begin()
    }
  }

  /// Shows the payment methods. When the user is done, loads the default one again.
  func changeMethod() {
    guard state == .asking, methods == nil, let screen = sheet.paymentMethods else { return }
    let model = PaymentMethodsModel(screen)
    methods = model
    // The button had the title "Add a card", so show the fields at once.
    if choice.state == .noMethod { model.flow.askForCard() }
    Task {
      _ = await model.result()
      methods = nil
      choice.load(after: model.flow.change)
      begin()
    }
  }

  /// Shows the outcome of the payment.
  func end(_ outcome: OnsidePaymentOutcome) {
    guard state == .paying || state == .delayed else { return }
    switch outcome {
    case .paid:
      state = .paid
      after(.milliseconds(1_500)) { $0.leave() }
    case .refused(let reason): state = .refused(OnsideServiceError.refused(reason).userMessage)
    case .delayed:
      state = .delayed
      // Let other screens be shown: the retries may take long, and this sheet asks nothing any more.
      endTurn()
    }
  }

  /// Leaves the sheet. Dismisses it if it is still asking.
  func leave() {
    guard state != .left else { return }
    state = .left
    timer?.cancel()
    methods?.close()
    choice.end()
    approval.settle(.dismissed)
    onLeave()
  }

  /// Lets other screens be shown, unless this was done before.
  func endTurn() {
    guard hasTurn else { return }
    hasTurn = false
    onEndOfTurn()
  }

  private func after(_ delay: Duration, _ body: @escaping @MainActor (PaymentModel) -> Void) {
    timer?.cancel()
    timer = Task { [weak self] in
      try? await Task.sleep(for: delay)
      guard !Task.isCancelled, let self else { return }
      body(self)
    }
  }
}
#endif
