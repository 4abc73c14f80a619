#if os(Linux)
import CausewayGTK
import CausewayPlayground
import CausewayPrompts
import OnsideCore
import OnsideKit

/// The payment methods of Onside as a sheet of the inspector.
@MainActor final class PaymentMethodsSheetForm {
  private let model: PaymentMethodsModel
  private let delay = ApprovalDelay(startTimer: { GLibTimer($0, $1) })
  private let forms: InspectorForms
  private let standing: SheetStanding
  private let id: String

  init(_ screen: OnsidePaymentMethodsScreen, _ forms: InspectorForms, _ standing: SheetStanding) {
    self.forms = forms
    self.standing = standing
    id = forms.newSheetID()
    model = PaymentMethodsModel(screen, delay: delay)
  }

  /// Shows the sheet until the user closes it. Cancelling the task closes it too.
  func result() async -> PaymentMethodsModel.End {
    model.onChange = { [weak self] in self?.draw() }
    draw()
    let end = await model.result()
    model.onChange = {}
    forms.endSheet(id)
    return end
  }

  private func draw() {
    let sheet = InspectorSheet(
      title: PaymentMethodsText.title, protocol: BridgeProtocol.onside.rawValue,
      requester: InspectorSheet.Requester(shownOrigin: model.state.requestingOrigin),
      elements: PaymentMethodsElements.all(model.state), standing: standing.choice)
    forms.show(sheet, id: id, delay: delay) { [weak self] action in
      guard let self else { return }
      if standing.take(action) { draw() } else { PaymentMethodsElements.act(action, on: model) }
    }
  }
}

/// The elements of a payment methods screen, which is a sheet or a part of a payment sheet.
@MainActor enum PaymentMethodsElements {
  static func all(_ state: PaymentMethodsState) -> [FormElement] {
    switch state.page {
    case .list: list(state)
    case .card: card(state)
    }
  }

  private static func list(_ state: PaymentMethodsState) -> [FormElement] {
    let methods = state.methods ?? []
    var elements: [FormElement] = [.text(FormText(PaymentMethodsText.caption), style: .secondary)]
    if !methods.isEmpty {
      let rows = methods.map { method in
        FormTable.Row(
          "\(method.id)",
          [method.shownTitle, method.shownDetail ?? "", method.isDefault ? PaymentMethodsText.isDefault : ""],
          actions: actions(method, state))
      }
      elements.append(
        .table(
          FormTable([FormOption("title", "Card"), FormOption("detail", ""), FormOption("default", "")], rows: rows)))
    }
    if let candidate = methods.first(where: { $0.id == state.removalCandidate }) {
      elements.append(.text(FormText(PaymentMethodsText.question(about: candidate)), style: .warning))
    }
    if let notice = state.notice { elements.append(notice.element) }
    if state.isEmpty { elements.append(.text(FormText(PaymentMethodsText.empty))) }
    if state.canRetry { elements.append(.button(FormButton("retry", PaymentMethodsText.retry))) }
    return elements + [
      .button(FormButton("add", PaymentMethodsText.add, isEnabled: state.isIdle)),
      .button(FormButton("leave", state.leave, .cancel)),
    ]
  }

  private static func actions(_ method: OnsidePaymentMethod, _ state: PaymentMethodsState) -> [FormButton] {
    if state.removalCandidate == method.id {
      return [
        FormButton("keep", PaymentMethodsText.keep),
        FormButton("confirm", PaymentMethodsText.remove, .destructive, isEnabled: state.canChange),
      ]
    }
    let use = method.isDefault ? [] : [FormButton("use", PaymentMethodsText.use, isEnabled: state.canChange)]
    return use + [FormButton("remove", PaymentMethodsText.remove, isEnabled: state.canChange)]
  }

  private static func card(_ state: PaymentMethodsState) -> [FormElement] {
    var elements: [FormElement] = [
      .heading(PaymentMethodsText.add, level: 2), .text(FormText(PaymentMethodsText.cardCaption), style: .secondary),
    ]
    elements += CardInput.Field.allCases.map { field in
      .field(
        FormField(
          field.id, PaymentMethodsText.name(of: field), state.card[field], kind: field.kind,
          placeholder: PaymentMethodsText.example(of: field), error: state.card.mistakes[field],
          isEnabled: state.canEditCard, autocomplete: field.autocomplete))
    }
    if let notice = state.notice { elements.append(notice.element) }
    return elements + [
      .button(FormButton("add-card", PaymentMethodsText.addCard, .primary, isEnabled: state.canEditCard)),
      .button(FormButton("back", PaymentMethodsText.back, .cancel, isEnabled: state.canEditCard)),
    ]
  }

  /// Passes a person's action to the model.
  static func act(_ action: FormAction, on model: PaymentMethodsModel) {
    switch action {
    case .press("retry", _): model.load()
    case .press("add", _): model.askForCard()
    case .press("leave", _): model.leave()
    case .press("add-card", _): model.addCard()
    case .press("back", _): model.leaveCard()
    case .press("keep", _): model.keep()
    case .press(let id, let row?):
      guard let method = model.state.methods?.first(where: { "\($0.id)" == row }) else { return }
      switch id {
      case "use": model.use(method.id)
      case "remove": model.askToRemove(method.id)
      case "confirm": model.remove(method.id)
      default: break
      }
    case .input(let id, .text(let text)):
      if let field = CardInput.Field.allCases.first(where: { $0.id == id }) { model.type(text, in: field) }
    case .press, .input: break
    }
  }
}

extension CardInput.Field {
  fileprivate var id: String {
    switch self {
    case .number: "number"
    case .expiry: "expiry"
    case .securityCode: "security-code"
    }
  }

  fileprivate var kind: FormField.Kind {
    switch self {
    case .number: .card
    case .expiry: .expiry
    case .securityCode: .code
    }
  }

  fileprivate var autocomplete: String {
    switch self {
    case .number: "cc-number"
    case .expiry: "cc-exp"
    case .securityCode: "cc-csc"
    }
  }
}
#endif
