#if os(Linux)
import CausewayGTK
import CausewayPlayground
import CausewayPrompts
import Foundation
import OnsideKit

/// Onside's screens as sheets of the inspector, one at a time, in the order in which they are requested.
@MainActor final class InspectorInterface: OnsideInterface {
  private let forms: InspectorForms
  private let choices: StandingChoices
  /// Makes an interface that answers without a person.
  private let scripted: (ProfileAnswer) -> any OnsideInterface
  private let prompts = PromptQueue<String>()
  private var payment: PaymentSheetForm?

  private static let login = StandingChoices.Kind(name: "Log in to Onside")
  private static let pay = StandingChoices.Kind(name: "Pay with Onside")
  private static let methods = StandingChoices.Kind(name: PaymentMethodsText.title)

  init(_ forms: InspectorForms, _ choices: StandingChoices, scripted: @escaping (ProfileAnswer) -> any OnsideInterface)
  {
    self.forms = forms
    self.choices = choices
    self.scripted = scripted
  }

  /// Returns the interface for a kind of sheet that is answered automatically; nil if a person answers.
  private func automatic(_ kind: StandingChoices.Kind) -> (any OnsideInterface)? {
    switch choices.choice(for: kind) {
    case .ask: nil
    case .approve: scripted(.approve)
    case .decline: scripted(.decline)
    }
  }

  private func standing(_ kind: StandingChoices.Kind) -> SheetStanding {
    SheetStanding(choices: choices, kind: kind)
  }

  func presentLogin(_ screen: OnsideLoginScreen) async throws(OnsideLoginError) {
    if let automatic = automatic(Self.login) { return try await automatic.presentLogin(screen) }
    guard await takeTurn(for: screen.requestingOrigin) == .taken else { throw .loginDiscarded }
    let form = LoginSheetForm(screen, forms, standing(Self.login))
    let isLoggedIn = await form.result()
    prompts.pass()
    guard isLoggedIn else { throw .loginDiscarded }
  }

  func presentPayment(
    _ sheet: OnsidePaymentSheet
  ) async throws(OnsidePaymentTransactionError) -> OnsidePaymentApproval {
    // The payment is in progress and needs another approval, for example at a new price. The sheet keeps its turn.
    if let payment, payment.model.state.sheet.id == sheet.id, payment.model.state.phase == .paying {
      payment.model.ask(sheet)
      return try await payment.model.answer()
    }
    if let automatic = automatic(Self.pay) { return try await automatic.presentPayment(sheet) }
    switch await takeTurn(for: sheet.requestingOrigin) {
    case .taken: break
    case .cancelled: throw .cancelled
    case .refused: throw .presentationFailed
    }
    let form = PaymentSheetForm(sheet, forms, standing(Self.pay))
    payment = form
    form.model.onEndOfTurn = { [prompts] in prompts.pass() }
    form.model.onLeave = { [weak self, weak form] in
      guard let form else { return }
      form.close()
      if self?.payment === form { self?.payment = nil }
      form.model.endTurn()
    }
    form.show()
    return try await form.model.answer()
  }

  func paymentDidEnd(_ sheet: OnsidePaymentSheet, _ outcome: OnsidePaymentOutcome) {
    guard let payment, payment.model.state.sheet.id == sheet.id else { return }
    payment.model.end(outcome)
  }

  func presentPaymentMethods(_ screen: OnsidePaymentMethodsScreen) async throws(OnsidePaymentMethodsManagerError) {
    if let automatic = automatic(Self.methods) { return try await automatic.presentPaymentMethods(screen) }
    switch await takeTurn(for: screen.requestingOrigin) {
    case .taken: break
    case .cancelled: return
    case .refused: throw .presentationFailed
    }
    let form = PaymentMethodsSheetForm(screen, forms, standing(Self.methods))
    let end = await form.result()
    prompts.pass()
    if end == .notSupportedInLocalTesting { throw .notSupportedInLocalTesting }
  }

  // MARK: Turns

  /// Waits until a sheet may be shown.
  private func takeTurn(for requestingOrigin: String?) async -> ScreenTurn {
    let turn = await prompts.takeTurn(for: requestingOrigin)
    guard turn == .taken else { return turn }
    // Dismiss a payment sheet that is still open. It shows a delayed payment, and has given up its turn.
    payment?.model.leave()
    return .taken
  }
}

/// The choice for later sheets that a sheet shows.
@MainActor struct SheetStanding {
  let choices: StandingChoices
  let kind: StandingChoices.Kind

  var choice: StandingChoice { choices.choice(for: kind) }

  /// Applies a person's choice for later sheets. Returns false if the action is not such a choice.
  func take(_ action: FormAction) -> Bool { choices.take(action, for: kind) }
}

extension ScreenNotice {
  /// The notice as an element of a form.
  var element: FormElement {
    switch self {
    case .progress(let text): .progress(text)
    case .warning(let text): .text(FormText(text), style: .warning)
    case .error(let text): .text(FormText(text), style: .error)
    case .success(let text): .text(FormText(text))
    }
  }
}

extension InspectorSheet.Requester {
  /// Creates the requester of a screen; nil for the app itself. Only the main frame may request screens of Onside.
  init?(shownOrigin: String?) {
    guard let shownOrigin else { return nil }
    self.init(origin: shownOrigin, isMainFrame: true)
  }
}
#endif
