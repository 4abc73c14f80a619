#if os(Linux)
import CWebKitGTK
import CausewayGTK
import OnsideCore

/// The content of a login window that asks for a code.
@MainActor final class CodeForm {
  let widget = ScreenParts.body()
  /// The code that the user must enter.
  let code: OnsideLoginCode
  /// The field for the digits.
  let field = gtk_entry_new()!
  /// The button that logs in with the digits.
  let proceed: Widget
  /// The button that requests another code.
  let resend: Widget
  /// The button that goes back to the address.
  let back: Widget
  /// The button that dismisses the login.
  let cancel: Widget

  private let message = NoticeBox()
  private let wait: Widget

  init(_ code: OnsideLoginCode, _ model: LoginModel) {
    self.code = code
    proceed = ScreenParts.button(LoginText.logIn, "onside-primary") { model.submit() }
    resend = ScreenParts.button(LoginText.resend, "onside-secondary") { model.resend() }
    back = ScreenParts.button(LoginText.back(from: code), "onside-quiet") { model.goBack() }
    cancel = ScreenParts.button(LoginText.cancel, "onside-quiet") { model.dismiss() }
    wait = Widgets.label(code.resendNote).styled("onside-caption")
    gtk_widget_add_css_class(field, "onside-digits")
    gtk_entry_set_input_purpose(field.cast(to: GtkEntry.self), GTK_INPUT_PURPOSE_DIGITS)
    gtk_entry_set_max_length(field.cast(to: GtkEntry.self), gint(2 * code.length))
    field.connect("activate") { model.submit() }
    field.connect(changeOf: "text") { [field] in model.type(field.text, in: .digits) }
    widget.append(ScreenParts.head(LoginText.codeTitle, code.request))
    if let note = code.note { widget.append(Widgets.label(note).styled("onside-note")) }
    widget.append(ScreenParts.field(LoginText.code, field), message.widget, proceed, wait, resend)
    let foot = Widgets.row(spacing: 8)
    // Do not make the widths equal, because the window would then be wider than the login form.
    for button in [back, cancel] { gtk_widget_set_hexpand(button, 1) }
    foot.append(back, cancel)
    widget.append(foot)
  }

  func draw(_ state: LoginState) {
    field.text = state.digits
    for part in [field, proceed, back] { part.setSensitive(state.isIdle) }
    resend.setSensitive(state.canResend)
    gtk_widget_set_visible(wait, state.isResendDue ? 0 : 1)
    message.show(state.notice)
  }
}
#endif
