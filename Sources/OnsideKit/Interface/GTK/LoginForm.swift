#if os(Linux)
import CWebKitGTK
import CausewayGTK
import OnsideCore

/// The content of a login window.
@MainActor final class LoginForm {
  let widget = ScreenParts.body()
  /// The field for an e-mail address.
  let email = gtk_entry_new()!
  /// The field for a telephone number.
  let phone = gtk_entry_new()!
  /// The tab that switches to the field for an e-mail address.
  let emailTab = gtk_toggle_button_new_with_label("E-mail")!
  /// The tab that switches to the field for a telephone number.
  let phoneTab = gtk_toggle_button_new_with_label("Telephone")!
  /// The button that logs in with the typed address or number.
  private(set) lazy var proceed = ScreenParts.button("Continue", "onside-primary") { [weak self] in self?.submit() }
  /// The buttons that log in with an account of an identity provider.
  private(set) var federated: [OnsideIdentityProvider: Widget] = [:]
  /// The button that dismisses the login.
  private(set) lazy var cancel = ScreenParts.button("Cancel", "onside-quiet") { [weak self] in self?.onDismiss() }
  /// Called with the user's credential; or with nil and an error text, if the input is not valid.
  var onSubmit: (OnsideCredential?, String) -> Void = { _, _ in }
  var onDismiss: () -> Void = {}
  /// Called when the user switches to the other field.
  var onTurn: () -> Void = {}

  /// Whether the buttons for identity providers are enabled. At first they are not, because a single press logs in, and
  /// it may have been meant for something else.
  var canChooseProvider = false {
    didSet { updateSensitivity() }
  }

  private var isUnderWay = false
  private let fields = gtk_stack_new()!
  private let entrance = Widgets.column(spacing: 16)
  private let message = Widgets.column()

  init(_ screen: OnsideLoginScreen) {
    let head = Widgets.column(spacing: 6)
    head.append(
      Widgets.label("Log in to Onside").styled("onside-title"),
      Widgets.label("Your purchases are saved in your Onside account.").styled("onside-caption"))
    widget.append(head)
    if let requestingOrigin = ScreenParts.requestingOrigin(screen.shownOrigin) { widget.append(requestingOrigin) }
    entrance.append(tabs(), fieldStack(screen.countryCode))
    widget.append(entrance, message, proceed)
    if !screen.forcesLocalMethods { widget.append(providers()) }
    widget.append(cancel)
    gtk_widget_set_visible(message, 0)
    updateSensitivity()
  }

  /// Shows the progress or the error text. During a request only Cancel is enabled.
  func update(_ flow: LoginFlow) {
    isUnderWay = flow.work != nil
    updateSensitivity()
    message.show(flow)
    if flow.problem != nil { _ = gtk_widget_grab_focus(field) }
  }

  /// The field in which the user types.
  var field: Widget { isPhone ? phone : email }

  private var isPhone: Bool { gtk_toggle_button_get_active(phoneTab.cast(to: GtkToggleButton.self)) != 0 }

  private func submit() {
    if isPhone {
      onSubmit(
        LoginInput.phone(Self.text(of: phone)),
        "Enter your telephone number with its country code, such as +49 170 1234567.")
    } else {
      onSubmit(LoginInput.email(Self.text(of: email)), "Enter your e-mail address, such as name@example.com.")
    }
  }

  private func updateSensitivity() {
    for part in [entrance, proceed] { part.setSensitive(!isUnderWay) }
    for button in federated.values { button.setSensitive(!isUnderWay && canChooseProvider) }
  }

  private static func text(of entry: Widget) -> String { String(cString: gtk_editable_get_text(entry.opaque)) }

  // MARK: Content

  private func tabs() -> Widget {
    let row = Widgets.row().styled("onside-tabs")
    gtk_box_set_homogeneous(row.cast(to: GtkBox.self), 1)
    gtk_toggle_button_set_group(phoneTab.cast(to: GtkToggleButton.self), emailTab.cast(to: GtkToggleButton.self))
    gtk_toggle_button_set_active(emailTab.cast(to: GtkToggleButton.self), 1)
    row.append(emailTab, phoneTab)
    phoneTab.connect("toggled") { [weak self] in
      guard let self else { return }
      gtk_stack_set_visible_child_name(fields.opaque, isPhone ? "phone" : "email")
      onTurn()
      _ = gtk_widget_grab_focus(field)
      gtk_editable_set_position(field.opaque, -1)
    }
    return row
  }

  private func fieldStack(_ countryCode: String?) -> Widget {
    gtk_entry_set_input_purpose(email.cast(to: GtkEntry.self), GTK_INPUT_PURPOSE_EMAIL)
    gtk_entry_set_input_purpose(phone.cast(to: GtkEntry.self), GTK_INPUT_PURPOSE_PHONE)
    gtk_entry_set_placeholder_text(email.cast(to: GtkEntry.self), "name@example.com")
    gtk_entry_set_placeholder_text(phone.cast(to: GtkEntry.self), "+49 170 1234567")
    if let code = countryCode.flatMap(CallingCode.of) { gtk_editable_set_text(phone.opaque, "\(code) ") }
    for entry in [email, phone] { entry.connect("activate") { [weak self] in self?.submit() } }
    gtk_stack_add_named(fields.opaque, field("E-mail address", email), "email")
    gtk_stack_add_named(fields.opaque, field("Telephone number", phone), "phone")
    return fields
  }

  private func field(_ name: String, _ entry: Widget) -> Widget {
    let column = Widgets.column(spacing: 4)
    let label = Widgets.label(name).styled("onside-caption")
    gtk_label_set_mnemonic_widget(label.opaque, entry)
    column.append(label, entry)
    return column
  }

  private func providers() -> Widget {
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
    for provider in OnsideIdentityProvider.allCases {
      let button = ScreenParts.button("Continue with \(provider.name)", "onside-secondary") { [weak self] in
        self?.onSubmit(.federated(provider), "")
      }
      federated[provider] = button
      column.append(button)
    }
    return column
  }
}
#endif
