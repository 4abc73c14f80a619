#if os(Linux)
import CausewayGTK
import CausewayPlayground
import CausewayPrompts
import OnsideKit

/// A payment sheet of Onside as a sheet of the inspector.
@MainActor final class PaymentSheetForm {
  let model: PaymentModel
  private let delay: ApprovalDelay
  private let forms: InspectorForms
  private let standing: SheetStanding
  private let id: String
  /// The payment methods whose changes redraw the sheet; nil while the sheet does not show payment methods.
  private var observed: PaymentMethodsModel?

  init(_ sheet: OnsidePaymentSheet, _ forms: InspectorForms, _ standing: SheetStanding) {
    self.forms = forms
    self.standing = standing
    id = forms.newSheetID()
    let startTimer: StartTimer = { GLibTimer($0, $1) }
    delay = ApprovalDelay(startTimer: startTimer)
    model = PaymentModel(sheet, delay: delay, startTimer: startTimer)
  }

  func show() {
    model.onChange = { [weak self] in self?.draw() }
    draw()
    model.loadMethod()
  }

  func close() {
    model.onChange = {}
    observed?.onChange = {}
    forms.endSheet(id)
  }

  private func draw() {
    let state = model.state
    if observed !== model.methods {
      observed = model.methods
      observed?.onChange = { [weak self] in self?.draw() }
    }
    let sheet = InspectorSheet(
      title: observed == nil ? "Onside payment" : PaymentMethodsText.title, protocol: BridgeProtocol.onside.rawValue,
      requester: InspectorSheet.Requester(shownOrigin: state.text.requestingOrigin),
      elements: observed.map { PaymentMethodsElements.all($0.state) } ?? question(state), standing: standing.choice)
    forms.show(sheet, id: id, delay: delay) { [weak self] in self?.act($0) }
  }

  private func question(_ state: PaymentState) -> [FormElement] {
    var elements: [FormElement] = [.heading(state.text.title)]
    if let description = state.text.description { elements.append(.text(FormText(description), style: .secondary)) }
    let price = state.text.price + (state.text.period.map { " " + $0 } ?? "")
    elements.append(.row(label: "Price", value: FormText(price), isEmphasized: true))
    elements += (state.offers + [state.payer].compactMap(\.self)).map(Self.row)
    if let method = state.choice.text {
      elements.append(.row(label: PaymentState.payWith, value: FormText(method)))
      elements.append(.button(FormButton("change", state.choice.change, isEnabled: state.canChange)))
    }
    elements += state.terms.map(Self.row) + state.reasons.map(\.element)
    if let notice = state.notice {
      elements.append(notice.element)
    } else {
      elements.append(.button(FormButton("pay", state.text.approve, .primary, isEnabled: state.canApprove)))
    }
    if let leave = state.leave { elements.append(.button(FormButton("leave", leave, .cancel))) }
    return elements
  }

  private static func row(_ detail: PaymentState.Detail) -> FormElement {
    .row(label: detail.name, value: FormText(detail.value))
  }

  private func act(_ action: FormAction) {
    if standing.take(action) { return draw() }
    if let observed { return PaymentMethodsElements.act(action, on: observed) }
    switch action {
    case .press("pay", _): model.approve()
    case .press("change", _): model.changeMethod()
    case .press("leave", _): model.leave()
    default: break
    }
  }
}
#endif
