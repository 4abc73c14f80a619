#if os(Linux)
import CWebKitGTK
import CausewayGTK
import OnsideCore

/// The fields of a new card, each with its error text.
@MainActor final class CardFields {
  let widget = Widgets.column(spacing: 14)
  let number: FieldColumn
  let expiry: FieldColumn
  let securityCode: FieldColumn
  /// The button that adds the card.
  let add: Widget
  /// The button that goes back without adding a card.
  let back: Widget

  private let message = NoticeBox()

  init(_ model: PaymentMethodsModel) {
    let fields = CardInput.Field.allCases.map { FieldColumn($0, model) }
    (number, expiry, securityCode) = (fields[0], fields[1], fields[2])
    add = ScreenParts.button(PaymentMethodsText.addCard, "onside-primary") { model.addCard() }
    back = ScreenParts.button(PaymentMethodsText.back, "onside-quiet") { model.leaveCard() }
    let row = Widgets.row(spacing: 12)
    gtk_box_set_homogeneous(row.cast(to: GtkBox.self), 1)
    row.append(expiry.widget, securityCode.widget)
    widget.append(
      ScreenParts.head(PaymentMethodsText.add, PaymentMethodsText.cardCaption), number.widget, row, message.widget, add,
      back)
    widget.onEscape { model.leaveCard() }
    gtk_entry_set_visibility(securityCode.entry.cast(to: GtkEntry.self), 0)
  }

  func draw(_ state: PaymentMethodsState) {
    for column in [number, expiry, securityCode] { column.draw(state.card) }
    for part in [number.widget, expiry.widget, securityCode.widget, add, back] { part.setSensitive(state.canEditCard) }
    message.show(state.notice)
  }

  func entry(of field: CardInput.Field) -> Widget {
    switch field {
    case .number: number.entry
    case .expiry: expiry.entry
    case .securityCode: securityCode.entry
    }
  }
}

/// A field of a card with its name above and its error text below.
@MainActor final class FieldColumn {
  let widget: Widget
  let entry = gtk_entry_new()!
  /// The error text; nil for none.
  private(set) var mistake: String?

  private let field: CardInput.Field
  private let problem = Widgets.label("").styled("onside-mistake")
  /// The user's input as the model has formatted it.
  private var formatted = ""
  private var isChanging = false
  private var writing: AnyObject?

  init(_ field: CardInput.Field, _ model: PaymentMethodsModel) {
    self.field = field
    widget = ScreenParts.field(PaymentMethodsText.name(of: field), entry)
    widget.append(problem)
    gtk_widget_set_visible(problem, 0)
    gtk_widget_set_valign(widget, GTK_ALIGN_START)
    gtk_entry_set_placeholder_text(entry.cast(to: GtkEntry.self), PaymentMethodsText.example(of: field))
    gtk_entry_set_input_purpose(entry.cast(to: GtkEntry.self), GTK_INPUT_PURPOSE_DIGITS)
    // Allow a narrow field, because two fields are side by side, even in a narrow window.
    gtk_editable_set_width_chars(entry.opaque, 6)
    entry.connect("activate") { model.addCard() }
    entry.connect(changeOf: "text") { [weak self] in
      guard let self else { return }
      isChanging = true
      model.type(text, in: field)
      isChanging = false
      // While GTK signals a change, the change is not finished, so write in a later turn of the main loop. The model
      // draws nothing if only the format of the input has changed, for example by one more space.
      if text != formatted { writing = GLibTimer(.zero) { [weak self] in self?.write() } }
    }
  }

  var text: String {
    get { entry.text }
    set { entry.text = newValue }
  }

  func draw(_ card: CardForm) {
    show(card.mistakes[field])
    formatted = card[field]
    if !isChanging { write() }
  }

  /// Writes the formatted text. Keeps the cursor after the same digit.
  private func write() {
    let (old, new) = (text, formatted)
    guard new != old else { return }
    let position = Int(gtk_editable_get_position(entry.opaque))
    let digits = old.prefix(position).count(where: \.isNumber)
    text = new
    gtk_editable_set_position(entry.opaque, position >= old.count ? -1 : gint(new.position(afterDigits: digits)))
  }

  private func show(_ mistake: String?) {
    guard mistake != self.mistake else { return }
    self.mistake = mistake
    gtk_label_set_text(problem.opaque, mistake ?? "")
    gtk_widget_set_visible(problem, mistake == nil ? 0 : 1)
    if mistake == nil {
      gtk_widget_remove_css_class(entry, "onside-wrong")
    } else {
      gtk_widget_add_css_class(entry, "onside-wrong")
    }
  }
}

extension String {
  /// Returns the position after the first `count` digits, or the end if there are fewer digits.
  fileprivate func position(afterDigits count: Int) -> Int {
    var digits = 0
    for (index, character) in enumerated() {
      if digits == count { return index }
      if character.isNumber { digits += 1 }
    }
    return self.count
  }
}
#endif
