#if os(Linux)
import CWebKitGTK
import CausewayGTK
import OnsideCore

/// The content of a login window in which the user enters an address or a number, or chooses a provider.
@MainActor final class LoginForm {
  let widget = ScreenParts.body()
  /// The field for an e-mail address.
  let email = gtk_entry_new()!
  /// The field for a telephone number.
  let phone = gtk_entry_new()!
  /// The tab that switches to the field for an e-mail address.
  let emailTab = gtk_toggle_button_new_with_label(LoginText.tab(.email))!
  /// The tab that switches to the field for a telephone number.
  let phoneTab = gtk_toggle_button_new_with_label(LoginText.tab(.phone))!
  /// The button that logs in with the typed address or number.
  private(set) lazy var proceed = ScreenParts.button(LoginText.proceed, "onside-primary") { [weak self] in
    self?.model?.submit()
  }
  /// The buttons that log in with an account of an identity provider.
  private(set) var federated: [OnsideIdentityProvider: Widget] = [:]
  /// The button that dismisses the login.
  private(set) lazy var cancel = ScreenParts.button(LoginText.cancel, "onside-quiet") { [weak self] in
    self?.model?.dismiss()
  }
  /// The model that receives the user's actions.
  var model: LoginModel?

  private let fields = gtk_stack_new()!
  private let entrance = Widgets.column(spacing: 16)
  private let message = NoticeBox()

  init(_ screen: OnsideLoginScreen) {
    let state = LoginState(screen)
    widget.append(ScreenParts.head(LoginText.title, LoginText.caption))
    if let requestingOrigin = ScreenParts.requestingOrigin(state.requestingOrigin) { widget.append(requestingOrigin) }
    entrance.append(tabs(), fieldStack())
    widget.append(entrance, message.widget, proceed)
    if !state.providers.isEmpty { widget.append(buttons(of: state.providers)) }
    widget.append(cancel)
    draw(state)
  }

  func draw(_ state: LoginState) {
    email.text = state.email
    phone.text = state.phone
    gtk_stack_set_visible_child_name(fields.opaque, Self.name(of: state.method))
    for part in [entrance, proceed] { part.setSensitive(state.isIdle) }
    for button in federated.values { button.setSensitive(state.canChooseProvider) }
    message.show(state.notice)
  }

  // MARK: Content

  private static func name(of method: LoginState.Method) -> String { method == .email ? "email" : "phone" }

  private func tabs() -> Widget {
    let row = Widgets.row().styled("onside-tabs")
    gtk_box_set_homogeneous(row.cast(to: GtkBox.self), 1)
    gtk_toggle_button_set_group(phoneTab.cast(to: GtkToggleButton.self), emailTab.cast(to: GtkToggleButton.self))
    gtk_toggle_button_set_active(emailTab.cast(to: GtkToggleButton.self), 1)
    row.append(emailTab, phoneTab)
    phoneTab.connect("toggled") { [weak self] in
      guard let self else { return }
      let isPhone = gtk_toggle_button_get_active(phoneTab.cast(to: GtkToggleButton.self)) != 0
      model?.choose(isPhone ? .phone : .email)
      // Put the cursor at the end, so that the input follows the existing text, such as a country code.
      gtk_editable_set_position((isPhone ? phone : email).opaque, -1)
    }
    return row
  }

  private func fieldStack() -> Widget {
    gtk_entry_set_input_purpose(email.cast(to: GtkEntry.self), GTK_INPUT_PURPOSE_EMAIL)
    gtk_entry_set_input_purpose(phone.cast(to: GtkEntry.self), GTK_INPUT_PURPOSE_PHONE)
    for (method, entry) in [(LoginState.Method.email, email), (.phone, phone)] {
      gtk_entry_set_placeholder_text(entry.cast(to: GtkEntry.self), LoginText.example(of: method))
      entry.connect("activate") { [weak self] in self?.model?.submit() }
      entry.connect(changeOf: "text") { [weak self] in self?.model?.type(entry.text, in: method.field) }
      gtk_stack_add_named(
        fields.opaque, ScreenParts.field(LoginText.name(of: method), entry), Self.name(of: method))
    }
    return fields
  }

  private func buttons(of providers: [OnsideIdentityProvider]) -> Widget {
    let column = Widgets.column(spacing: 8)
    let divider = Widgets.row(spacing: 12).styled("onside-caption")
    let word = Widgets.label("or")
    gtk_widget_set_hexpand(word, 0)
    for part in [gtk_separator_new(GTK_ORIENTATION_HORIZONTAL)!, word, gtk_separator_new(GTK_ORIENTATION_HORIZONTAL)!] {
      gtk_widget_set_valign(part, GTK_ALIGN_CENTER)
      if part != word { gtk_widget_set_hexpand(part, 1) }
      divider.append(part)
    }
    column.append(divider)
    for provider in providers {
      let button = ScreenParts.button(LoginText.proceed(with: provider), "onside-secondary") { [weak self] in
        self?.model?.signIn(with: provider)
      }
      federated[provider] = button
      column.append(button)
    }
    return column
  }
}
#endif
