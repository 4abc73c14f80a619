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
  private(set) lazy var proceed = ScreenParts.button("Log in", "onside-primary") { [weak self] in self?.submit() }
  /// The button that requests another code.
  private(set) lazy var resend = ScreenParts.button("Send a new code", "onside-secondary") { [weak self] in
    self?.onResend()
  }
  /// The button that goes back to the address.
  private(set) lazy var back = ScreenParts.button("Change the \(code.credential.kind)", "onside-quiet") { [weak self] in
    self?.onBack()
  }
  /// The button that dismisses the login.
  private(set) lazy var cancel = ScreenParts.button("Cancel", "onside-quiet") { [weak self] in self?.onDismiss() }
  /// Called with the text that the user has typed.
  var onSubmit: (String) -> Void = { _ in }
  var onResend: () -> Void = {}
  var onBack: () -> Void = {}
  var onDismiss: () -> Void = {}
  /// Called when the user has typed, and the code is not complete.
  var onEdit: () -> Void = {}

  private let message = Widgets.column()
  private let wait: Widget
  /// The last complete code that was submitted. The form submits a complete code by itself, but only once.
  private var lastComplete: String?

  init(_ code: OnsideLoginCode) {
    self.code = code
    wait = Widgets.label(code.resendNote).styled("onside-caption")
    let head = Widgets.column(spacing: 6)
    head.append(
      Widgets.label("Enter your code").styled("onside-title"), Widgets.label(code.request).styled("onside-caption"))
    widget.append(head)
    if let note = code.note { widget.append(Widgets.label(note).styled("onside-note")) }
    widget.append(digits(), message, proceed, wait, resend)
    let foot = Widgets.row(spacing: 8)
    // Not equal widths, which would make the window wider than the login form.
    for button in [back, cancel] { gtk_widget_set_hexpand(button, 1) }
    foot.append(back, cancel)
    widget.append(foot)
    gtk_widget_set_visible(message, 0)
  }

  /// Shows the progress or the error text. During a request only Cancel is enabled.
  func update(_ flow: LoginFlow) {
    let isUnderWay = flow.work != nil
    for part in [field, proceed, back] { part.setSensitive(!isUnderWay) }
    resend.setSensitive(!isUnderWay && flow.canResend)
    gtk_widget_set_visible(wait, flow.canResend ? 0 : 1)
    message.show(flow)
    // Remove only digits that cannot be used. If the store gave no clear answer, the user can send the same digits
    // again.
    if flow.isCodeUseless, lastComplete != nil {
      lastComplete = nil
      gtk_editable_set_text(field.opaque, "")
    }
    if flow.problem != nil { _ = gtk_widget_grab_focus(field) }
  }

  private var text: String { String(cString: gtk_editable_get_text(field.opaque)) }

  private func submit() {
    if let digits = code.digits(in: text) { lastComplete = digits }
    onSubmit(text)
  }

  private func digits() -> Widget {
    gtk_widget_add_css_class(field, "onside-digits")
    gtk_entry_set_input_purpose(field.cast(to: GtkEntry.self), GTK_INPUT_PURPOSE_DIGITS)
    gtk_entry_set_max_length(field.cast(to: GtkEntry.self), gint(2 * code.length))
    field.connect("activate") { [weak self] in self?.submit() }
    field.connect(changeOf: "text") { [weak self] in self?.didEdit() }
    let column = Widgets.column(spacing: 4)
    let label = Widgets.label("Code").styled("onside-caption")
    gtk_label_set_mnemonic_widget(label.opaque, field)
    column.append(label, field)
    return column
  }

  /// Submits a complete code without a press of the button.
  private func didEdit() {
    guard let digits = code.digits(in: text) else {
      if !text.isEmpty { onEdit() }
      return
    }
    guard digits != lastComplete else { return }
    lastComplete = digits
    onSubmit(digits)
  }
}

extension OnsideCredential {
  /// The word for the credential on the button that changes it.
  fileprivate var kind: String {
    switch self {
    case .email: "address"
    case .phone: "number"
    case .federated: "account"
    }
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Shows the flow's progress or error text in this box.
  @MainActor func show(_ flow: LoginFlow) {
    let notice = flow.work.map { ScreenParts.progress($0.text) } ?? flow.problem.map { ScreenParts.notice($0, .error) }
    setContent(notice.map { [$0] } ?? [])
    gtk_widget_set_visible(self, notice == nil ? 0 : 1)
  }
}
#endif
