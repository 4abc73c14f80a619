#if os(Linux)
import CWebKitGTK
import CausewayGTK
import Foundation
import OnsideCore

/// The fields of a new card, each with its error text.
@MainActor final class CardFields {
  let widget = Widgets.column(spacing: 14)
  let number = FieldColumn("Card number", placeholder: "4242 4242 4242 4242")
  let expiry = FieldColumn("Expires", placeholder: "MM/YY")
  let securityCode = FieldColumn("Security code", placeholder: "123")
  /// The button that adds the card.
  private(set) lazy var add = ScreenParts.button("Add card", "onside-primary") { [weak self] in self?.submit() }
  /// The button that goes back without adding a card.
  private(set) lazy var back = ScreenParts.button("Back", "onside-quiet") { [weak self] in self?.onBack() }
  /// Called with the card, if it has no mistakes that can be seen before it is sent.
  var onSubmit: (OnsideCard) -> Void = { _ in }
  var onBack: () -> Void = {}
  /// Called when the user edits a field.
  var onEdit: () -> Void = {}
  /// Called when the content has changed, and so perhaps its height.
  var onChange: () -> Void = {}

  private let message = Widgets.column()
  /// Whether error texts are shown. They are not shown before the user has tried to add the card.
  private var hasTried = false
  /// Whether no request is in progress.
  private var isAtRest = true

  init() {
    let head = Widgets.column(spacing: 6)
    head.append(
      Widgets.label("Add a card").styled("onside-title"),
      Widgets.label("The store keeps the last four digits, not the whole number.").styled("onside-caption"))
    let row = Widgets.row(spacing: 12)
    gtk_box_set_homogeneous(row.cast(to: GtkBox.self), 1)
    row.append(expiry.widget, securityCode.widget)
    widget.append(head, number.widget, row, message, add, back)
    gtk_widget_set_visible(message, 0)
    for field in fields.map(\.column) {
      gtk_entry_set_input_purpose(field.entry.cast(to: GtkEntry.self), GTK_INPUT_PURPOSE_DIGITS)
      field.entry.connect("activate") { [weak self] in self?.submit() }
      field.entry.connect(changeOf: "text") { [weak self] in self?.didEdit() }
    }
    widget.onEscape { [weak self] in
      // Like the Back button, which is disabled while the card is sent.
      guard let self, isAtRest else { return }
      onBack()
    }
    number.format(CardInput.grouped)
    expiry.format(CardInput.formattedExpiry)
    gtk_entry_set_visibility(securityCode.entry.cast(to: GtkEntry.self), 0)
  }

  /// Shows the progress text or the error text; nil for none. While there is a progress text, all parts are disabled.
  func show(progress: String?, problem: String?) {
    let parts = [number.widget, expiry.widget, securityCode.widget, add, back]
    let wasAtWork = !isAtRest
    isAtRest = progress == nil
    for part in parts { part.setSensitive(isAtRest) }
    show(progress.map(ScreenParts.progress) ?? problem.map { ScreenParts.notice($0, .error) })
    // A field that is disabled loses the focus, so set it again.
    if wasAtWork, isAtRest { _ = gtk_widget_grab_focus(number.entry) }
  }

  private var fields: [(field: CardInput.Field, column: FieldColumn)] {
    [(.number, number), (.expiry, expiry), (.securityCode, securityCode)]
  }

  private var input: CardInput {
    CardInput(number: number.text, expiry: expiry.text, securityCode: securityCode.text)
  }

  private func submit() {
    hasTried = true
    let mistakes = showMistakes()
    if let card = input.card(on: Date()) {
      onSubmit(card)
    } else if let wrong = fields.first(where: { mistakes[$0.field] != nil }) {
      _ = gtk_widget_grab_focus(wrong.column.entry)
    }
  }

  private func didEdit() {
    onEdit()
    if hasTried { showMistakes() }
  }

  @discardableResult private func showMistakes() -> [CardInput.Field: String] {
    let mistakes = input.mistakes(on: Date())
    for (field, column) in fields { column.mistake = mistakes[field] }
    onChange()
    return mistakes
  }

  private func show(_ notice: Widget?) {
    message.setContent(notice.map { [$0] } ?? [])
    gtk_widget_set_visible(message, notice == nil ? 0 : 1)
    onChange()
  }
}

/// A field with its name above and its error text below.
@MainActor final class FieldColumn {
  let widget = Widgets.column(spacing: 4)
  let entry = gtk_entry_new()!
  private let problem = Widgets.label("").styled("onside-mistake")
  private var formatting: AnyObject?

  init(_ name: String, placeholder: String) {
    let label = Widgets.label(name).styled("onside-caption")
    gtk_label_set_mnemonic_widget(label.opaque, entry)
    gtk_entry_set_placeholder_text(entry.cast(to: GtkEntry.self), placeholder)
    // Two fields stand beside each other, even in a narrow window.
    gtk_editable_set_width_chars(entry.opaque, 6)
    widget.append(label, entry, problem)
    gtk_widget_set_visible(problem, 0)
    gtk_widget_set_valign(widget, GTK_ALIGN_START)
  }

  var text: String {
    get { String(cString: gtk_editable_get_text(entry.opaque)) }
    set { gtk_editable_set_text(entry.opaque, newValue) }
  }

  /// The error text; nil for none.
  var mistake: String? {
    didSet {
      gtk_label_set_text(problem.opaque, mistake ?? "")
      gtk_widget_set_visible(problem, mistake == nil ? 0 : 1)
      if mistake == nil {
        gtk_widget_remove_css_class(entry, "onside-wrong")
      } else {
        gtk_widget_add_css_class(entry, "onside-wrong")
      }
    }
  }

  /// Formats the text after each change. The cursor stays after the digit after which it was.
  func format(_ format: @escaping @MainActor (String) -> String) {
    entry.connect(changeOf: "text") { [weak self] in
      guard let self, format(text) != text else { return }
      // Format in a later turn of the main loop: during this signal, GTK has not finished its own change of the text.
      formatting = GLibTimer(.zero) { [weak self] in self?.write(format) }
    }
  }

  private func write(_ format: @MainActor (String) -> String) {
    let old = text
    let position = Int(gtk_editable_get_position(entry.opaque))
    let digits = old.prefix(position).count(where: \.isNumber)
    let new = format(old)
    guard new != old else { return }
    text = new
    gtk_editable_set_position(entry.opaque, position >= old.count ? -1 : gint(new.position(afterDigits: digits)))
  }
}

extension String {
  /// The position after the first `count` digits, or the end if there are fewer.
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
