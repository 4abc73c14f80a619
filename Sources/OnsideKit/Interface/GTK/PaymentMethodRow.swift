#if os(Linux)
import CWebKitGTK
import CausewayGTK
import CausewayText
import OnsideCore

/// The row of one payment method in the list.
@MainActor final class PaymentMethodRow {
  let method: OnsidePaymentMethod
  let widget = Widgets.row(spacing: 8).styled("onside-card", "onside-row")
  /// The button that makes this payment method the default one. Nil if it is the default one, or during the question.
  private(set) var use: Widget?
  /// The button that asks whether to remove the payment method. Nil during the question.
  private(set) var remove: Widget?
  /// The button that confirms the removal. Nil except during the question.
  private(set) var confirm: Widget?
  /// The button that keeps the payment method. Nil except during the question.
  private(set) var keep: Widget?
  /// Whether the buttons that change something are enabled. At first they are not, so that a press that was meant for
  /// something else changes nothing.
  var canChange = false {
    didSet { updateSensitivity() }
  }
  var onUse: () -> Void = {}
  var onRemove: () -> Void = {}
  /// Called when the content has changed, and so perhaps its height.
  var onChange: () -> Void = {}

  init(_ method: OnsidePaymentMethod) {
    self.method = method
    showMethod()
  }

  private var title: String { PageText(method.title).shown(limit: 60) }

  private func showMethod() {
    confirm = nil
    keep = nil
    let texts = Widgets.column(spacing: 1)
    texts.append(Widgets.label(title).styled("onside-emphasized"))
    if let detail = method.detail {
      texts.append(Widgets.label(PageText(detail).shown(limit: 60)).styled("onside-caption"))
    }
    gtk_widget_set_hexpand(texts, 1)
    let remove = button("Remove", "onside-quiet") { $0.showQuestion() }
    self.remove = remove
    use = method.isDefault ? nil : button("Use", "onside-secondary") { $0.onUse() }
    widget.setContent([texts, use ?? mark(), remove])
    updateSensitivity()
    onChange()
  }

  /// Asks whether to remove the payment method. The Keep button takes the place of the first Remove button, so that a
  /// double click removes nothing.
  private func showQuestion() {
    let confirm = button("Remove", "onside-destructive") { $0.onRemove() }
    let keep = button("Keep", "onside-secondary") { row in
      row.showMethod()
      row.remove.map { _ = gtk_widget_grab_focus($0) }
    }
    self.confirm = confirm
    self.keep = keep
    use = nil
    remove = nil
    widget.setContent([Widgets.label("Remove \(title)?"), confirm, keep])
    updateSensitivity()
    onChange()
    _ = gtk_widget_grab_focus(keep)
  }

  private func updateSensitivity() {
    for button in [use, remove, confirm] { button?.setSensitive(canChange) }
  }

  private func mark() -> Widget {
    let mark = Widgets.label("Default").styled("onside-mark")
    gtk_widget_set_hexpand(mark, 0)
    gtk_label_set_wrap(mark.opaque, 0)
    gtk_widget_set_valign(mark, GTK_ALIGN_CENTER)
    return mark
  }

  private func button(_ title: String, _ style: String, _ action: @escaping (PaymentMethodRow) -> Void) -> Widget {
    let button = ScreenParts.button(title, style, "onside-small") { [weak self] in self.map(action) }
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    return button
  }
}
#endif
