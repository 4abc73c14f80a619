#if os(Linux)
import CWebKitGTK
import CausewayGTK
import CausewayPrompts
import OnsideCore

/// The window in which the user logs in.
@MainActor final class LoginWindow {
  let dialog: DialogWindow
  /// The form in which the user enters an address or a number, or chooses a provider.
  let form: LoginForm
  /// The form in which the user enters a code; nil while the window asks for no code.
  private(set) var codeForm: CodeForm?
  /// The browser for a provider's sign-in page.
  let browser: WindowBrowser
  private let model: LoginModel
  private var shownFocus: FocusRequest<LoginState.Field>

  /// Creates the window without showing it.
  init(_ screen: OnsideLoginScreen, startTimer: @escaping StartTimer) {
    let delay = ApprovalDelay(startTimer: startTimer)
    browser = WindowBrowser(theme: screen.theme)
    model = LoginModel(screen, browser: browser, delay: delay, startTimer: startTimer)
    form = LoginForm(screen)
    shownFocus = model.state.focus
    dialog = DialogWindow(title: "Log in", width: ScreenStyle.width, delay: delay)
    browser.parent = { [weak dialog] in dialog?.widget }
    // Retain the form, because the window releases it while it asks for a code.
    g_object_ref_sink(form.widget)
    ScreenStyle.apply(screen.theme, to: dialog.widget)
    dialog.setContent(form.widget)
    form.model = model
    dialog.onDismiss = { [model] in model.dismiss() }
    model.onChange = { [weak self] in self?.draw() }
    // Capture the dialog weakly, because the dialog retains the model.
    model.onDismiss = { [weak dialog] in
      guard let dialog else { return }
      gtk_widget_set_visible(dialog.widget, 0)
      g_main_context_wakeup(nil)
    }
  }

  isolated deinit {
    g_object_unref(form.widget)
  }

  /// The widget that initially has the focus.
  var firstFocus: Widget { form.email }

  /// Waits for the end of the login. Returns whether the user is logged in. Cancelling the task dismisses the window.
  func result() async -> Bool { await model.result() }

  private func draw() {
    let state = model.state
    switch state.page {
    case .entrance:
      if codeForm != nil {
        codeForm = nil
        dialog.setContent(form.widget)
      }
      form.draw(state)
    case .code(let code):
      let form = codeForm.flatMap { $0.code == code ? $0 : nil } ?? ask(for: code)
      form.draw(state)
    }
    if shownFocus != state.focus {
      shownFocus = state.focus
      gtk_widget_grab_focus(field(state.focus.part))
    }
    dialog.update()
  }

  private func ask(for code: OnsideLoginCode) -> CodeForm {
    let form = CodeForm(code, model)
    codeForm = form
    dialog.setContent(form.widget)
    return form
  }

  private func field(_ field: LoginState.Field) -> Widget? {
    switch field {
    case .email: form.email
    case .phone: form.phone
    case .digits: codeForm?.field
    }
  }
}
#endif
