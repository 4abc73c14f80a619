#if os(Linux)
import CWebKitGTK
import CausewayGTK
import CausewayPrompts
import OnsideCore

/// The window of a login.
@MainActor final class LoginWindow {
  let dialog: DialogWindow
  /// The form in which the user enters an address or a number, or chooses a provider.
  let form: LoginForm
  /// The form in which the user enters a code; nil while the window asks for no code.
  private(set) var codeForm: CodeForm?
  /// The browser for a provider's sign-in page.
  let browser: WindowBrowser
  private let flow: LoginFlow

  /// Creates the window without showing it.
  init(_ screen: OnsideLoginScreen, startTimer: @escaping StartTimer) {
    browser = WindowBrowser(theme: screen.theme, startTimer: startTimer)
    flow = LoginFlow(screen, browser: browser, startTimer: startTimer)
    form = LoginForm(screen)
    dialog = DialogWindow(title: "Log in", width: ScreenStyle.width, delay: ApprovalDelay(startTimer: startTimer))
    browser.parent = { [weak dialog] in dialog?.widget }
    // Retain the form, because the window releases it while it asks for a code.
    g_object_ref_sink(form.widget)
    ScreenStyle.apply(screen.theme, to: dialog.widget)
    dialog.setContent(form.widget)
    dialog.onDismiss = { [flow] in flow.dismiss() }
    dialog.delay.onChange = { [weak self] in
      guard let self else { return }
      form.canChooseProvider = dialog.delay.isOver
    }
    form.onDismiss = { [flow] in flow.dismiss() }
    form.onSubmit = { [flow] in flow.submit($0, mistake: $1) }
    form.onTurn = { [flow] in flow.forgetProblem() }
    flow.onChange = { [weak self] in self?.update() }
    // Weak, because the dialog retains the flow.
    flow.onDismiss = { [weak dialog] in
      guard let dialog else { return }
      gtk_widget_set_visible(dialog.widget, 0)
      g_main_context_wakeup(nil)
    }
  }

  isolated deinit {
    g_object_unref(form.widget)
  }

  /// The widget that has the focus at first.
  var firstFocus: Widget { form.email }

  /// Waits for the end of the login. Returns whether the user is logged in. Cancelling the task dismisses the window.
  func result() async -> Bool { await flow.result() }

  private func update() {
    switch flow.page {
    case .entrance:
      if codeForm != nil {
        codeForm = nil
        turn(to: form.widget, focus: form.field)
      }
      form.update(flow)
    case .code(let code):
      if codeForm?.code != code { ask(for: code) }
      codeForm?.update(flow)
    }
    dialog.update()
  }

  private func ask(for code: OnsideLoginCode) {
    let form = CodeForm(code)
    form.onSubmit = { [flow] in flow.enter($0) }
    form.onResend = { [flow] in flow.resend() }
    form.onBack = { [flow] in flow.goBack() }
    form.onDismiss = { [flow] in flow.dismiss() }
    form.onEdit = { [flow] in flow.forgetProblem() }
    codeForm = form
    turn(to: form.widget, focus: form.field)
  }

  private func turn(to content: Widget, focus: Widget) {
    dialog.setContent(content)
    gtk_window_set_focus(cwk_window(dialog.widget), focus)
  }
}
#endif
