#if os(Linux)
import CausewayGTK
import CausewayPlayground
import CausewayPrompts
import Foundation
import OnsideKit

/// A login of Onside as a sheet of the inspector.
@MainActor final class LoginSheetForm {
  let model: LoginModel
  private let delay: ApprovalDelay
  private let forms: InspectorForms
  private let standing: SheetStanding
  private let id: String

  init(_ screen: OnsideLoginScreen, _ forms: InspectorForms, _ standing: SheetStanding) {
    self.forms = forms
    self.standing = standing
    id = forms.newSheetID()
    let startTimer: StartTimer = { GLibTimer($0, $1) }
    delay = ApprovalDelay(startTimer: startTimer)
    model = LoginModel(screen, browser: MissingLoginBrowser(), delay: delay, startTimer: startTimer)
  }

  /// Shows the sheet until the login ends. Returns whether the user is logged in. Cancelling the task dismisses the login.
  func result() async -> Bool {
    model.onChange = { [weak self] in self?.draw() }
    model.onDismiss = { [forms, id] in forms.endSheet(id) }
    draw()
    let isLoggedIn = await model.result()
    model.onChange = {}
    forms.endSheet(id)
    return isLoggedIn
  }

  private func draw() {
    let state = model.state
    let elements =
      switch state.page {
      case .entrance: entrance(state)
      case .code(let code): self.code(code, state)
      }
    let sheet = InspectorSheet(
      title: state.page == .entrance ? LoginText.title : LoginText.codeTitle, protocol: BridgeProtocol.onside.rawValue,
      requester: InspectorSheet.Requester(shownOrigin: state.requestingOrigin), elements: elements,
      standing: standing.choice)
    forms.show(sheet, id: id, delay: delay) { [weak self] in self?.act($0) }
  }

  private func entrance(_ state: LoginState) -> [FormElement] {
    let method = state.method
    var elements: [FormElement] = [
      .text(FormText(LoginText.caption), style: .secondary),
      .choice(
        id: "method", label: LoginText.methods, value: method.id,
        options: LoginState.Method.allCases.map { FormOption($0.id, LoginText.tab($0)) }, isEnabled: state.isIdle),
      .field(
        FormField(
          method.id, LoginText.name(of: method), state[method.field], kind: method == .email ? .email : .tel,
          placeholder: LoginText.example(of: method), isEnabled: state.isIdle,
          autocomplete: method == .email ? "email" : "tel")),
    ]
    if let notice = state.notice { elements.append(notice.element) }
    elements.append(.button(FormButton("proceed", LoginText.proceed, .primary, isEnabled: state.isIdle)))
    elements += state.providers.map { provider in
      .button(
        FormButton("provider-\(provider.name)", LoginText.proceed(with: provider), isEnabled: state.canChooseProvider))
    }
    return elements + [.button(FormButton("cancel", LoginText.cancel, .cancel))]
  }

  private func code(_ code: OnsideLoginCode, _ state: LoginState) -> [FormElement] {
    var elements: [FormElement] = [.text(FormText(code.request))]
    if let note = code.note { elements.append(.text(FormText(note), style: .secondary)) }
    elements.append(
      .field(
        FormField(
          "digits", LoginText.code, state.digits, kind: .code, isEnabled: state.isIdle, autocomplete: "one-time-code")))
    if let notice = state.notice { elements.append(notice.element) }
    elements.append(.button(FormButton("proceed", LoginText.logIn, .primary, isEnabled: state.isIdle)))
    if !state.isResendDue { elements.append(.text(FormText(code.resendNote), style: .secondary)) }
    return elements + [
      .button(FormButton("resend", LoginText.resend, isEnabled: state.canResend)),
      .button(FormButton("back", LoginText.back(from: code), isEnabled: state.isIdle)),
      .button(FormButton("cancel", LoginText.cancel, .cancel)),
    ]
  }

  private func act(_ action: FormAction) {
    if standing.take(action) { return draw() }
    switch action {
    case .press("proceed", _): model.submit()
    case .press("resend", _): model.resend()
    case .press("back", _): model.goBack()
    case .press("cancel", _): model.dismiss()
    case .press(let id, _):
      if let provider = model.state.providers.first(where: { "provider-\($0.name)" == id }) {
        model.signIn(with: provider)
      }
    case .input("method", .text(let id)):
      if let method = LoginState.Method.allCases.first(where: { $0.id == id }) { model.choose(method) }
    case .input("email", .text(let text)): model.type(text, in: .email)
    case .input("phone", .text(let text)): model.type(text, in: .phone)
    case .input("digits", .text(let text)): model.type(text, in: .digits)
    case .input: break
    }
  }
}

extension LoginState.Method {
  fileprivate var id: String { self == .email ? "email" : "phone" }
}

/// The browser of a login in the inspector, which is always unavailable. A provider's page opens the app when the login
/// ends, and the app would not learn of this if the page were in a browser's tab.
@MainActor private final class MissingLoginBrowser: LoginBrowser {
  func open(
    _ login: OnsideBrowserLogin, onCallback: @escaping @MainActor (URL) -> Bool,
    onEnd: @escaping @MainActor (LoginBrowserEnd) -> Void
  ) {
    onEnd(.unavailable)
  }

  func close() {}
}
#endif
