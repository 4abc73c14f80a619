#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import Causeway
import Foundation
import OnsideCore
import SwiftUI

/// What a payment sheet shows at present.
@MainActor final class PaymentModel: ObservableObject {
  enum State: Hashable {
    /// The user has not decided.
    case asking
    /// The user has approved, and the store is at work.
    case paying
    /// The store could not be reached, and is asked again.
    case delayed
    case paid
    case refused(String)
    /// The sheet is not needed any more.
    case left
  }

  @Published private(set) var sheet: OnsidePaymentSheet
  @Published private(set) var state = State.asking
  /// Whether it has been seen for so long that it can be approved: a tap that was meant for something else approves
  /// nothing.
  @Published private(set) var canApprove = false
  /// With what the user pays.
  private(set) var choice: PaymentMethodChoice
  /// Where the user changes that, while it is shown.
  @Published private(set) var methods: PaymentMethodsModel?
  /// How the user answers what is asked at present.
  private(set) var approval = PaymentApproval()
  /// Called once, when other screens can have their turn.
  var onEndOfTurn: @MainActor () -> Void = {}
  /// Called once, when the sheet is not needed any more: it is to be taken away, and ``endTurn()`` called when it is gone.
  var onLeave: @MainActor () -> Void = {}
  private var hasTurn = true
  private var timer: Task<Void, Never>?

  init(_ sheet: OnsidePaymentSheet) {
    self.sheet = sheet
    choice = PaymentMethodChoice(sheet)
    observeChoice()
  }

  /// Begins the time before it can be approved, or begins it anew.
  func begin() {
    guard state == .asking else { return }
    canApprove = false
    after(.seconds(1)) { $0.canApprove = true }
  }

  /// Asks anew, about another price.
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

  /// The sheet is in sight: it can be approved after a while, when it is known what is charged.
  func didAppear() {
    begin()
    // What was approved stands there until the sheet closes.
    if state == .asking { choice.load() }
  }

  /// What is charged is known, or is another: the user is to read it before it can be approved.
  private func observeChoice() {
    choice.onChange = { [weak self] in
      self?.objectWillChange.send()
      self?.begin()
    }
  }

  /// Lets the user change with what is paid, and comes back.
  func changeMethod() {
    guard state == .asking, methods == nil, let screen = sheet.paymentMethods else { return }
    let model = PaymentMethodsModel(screen)
    methods = model
    // The button said so.
    if choice.state == .noMethod { model.flow.askForCard() }
    Task {
      _ = await model.result()
      methods = nil
      choice.load(after: model.flow.change)
      begin()
    }
  }

  /// Says how the payment ended.
  func end(_ outcome: OnsidePaymentOutcome) {
    guard state == .paying || state == .delayed else { return }
    switch outcome {
    case .paid:
      state = .paid
      after(.milliseconds(1_500)) { $0.leave() }
    case .refused(let reason): state = .refused(OnsideServiceError.refused(reason).userMessage)
    case .delayed:
      state = .delayed
      // It may take long, and nothing is asked any more.
      endTurn()
    }
  }

  /// Does without the sheet: dismisses it if it is still asking.
  func leave() {
    guard state != .left else { return }
    state = .left
    timer?.cancel()
    methods?.close()
    choice.end()
    approval.settle(.dismissed)
    onLeave()
  }

  /// Lets other screens have their turn, if they do not have it already.
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
