#if os(Linux)
import CWebKitGTK
import CausewayGTK
import OnsideCore

/// The row of one payment method in the list.
@MainActor final class PaymentMethodRow {
  let method: OnsidePaymentMethod
  let widget = Widgets.row(spacing: 8).styled("onside-card", "onside-row")
  /// The button that makes this payment method the default one. Nil for the default payment method, and while the row
  /// asks about its removal.
  private(set) var use: Widget?
  /// The button that asks whether to remove the payment method. Nil while the row asks.
  private(set) var remove: Widget?
  /// The button that confirms the removal. Nil unless the row asks about it.
  private(set) var confirm: Widget?
  /// The button that keeps the payment method. Nil unless the row asks about its removal.
  private(set) var keep: Widget?

  private let model: PaymentMethodsModel

  init(_ method: OnsidePaymentMethod, _ model: PaymentMethodsModel) {
    self.method = method
    self.model = model
    showMethod()
  }

  func draw(_ state: PaymentMethodsState) {
    let isAsking = state.removalCandidate == method.id
    if isAsking, confirm == nil { showQuestion() }
    if !isAsking, confirm != nil { showMethod() }
    for button in [use, remove, confirm] { button?.setSensitive(state.isRead) }
  }

  private func showMethod() {
    let texts = Widgets.column(spacing: 1)
    texts.append(Widgets.label(method.shownTitle).styled("onside-emphasized"))
    if let detail = method.shownDetail { texts.append(Widgets.label(detail).styled("onside-caption")) }
    gtk_widget_set_hexpand(texts, 1)
    let use = method.isDefault ? nil : button(PaymentMethodsText.use, "onside-secondary") { $0.use($1) }
    let remove = button(PaymentMethodsText.remove, "onside-quiet") { $0.askToRemove($1) }
    (self.use, self.remove, confirm, keep) = (use, remove, nil, nil)
    widget.setContent([texts, use ?? mark(), remove])
  }

  /// Asks whether to remove the payment method. The Keep button takes the place of the first Remove button, so that a
  /// double click removes nothing.
  private func showQuestion() {
    let confirm = button(PaymentMethodsText.remove, "onside-destructive") { $0.remove($1) }
    let keep = button(PaymentMethodsText.keep, "onside-secondary") { model, _ in model.keep() }
    (use, remove, self.confirm, self.keep) = (nil, nil, confirm, keep)
    widget.setContent([Widgets.label(PaymentMethodsText.question(about: method)), confirm, keep])
  }

  private func mark() -> Widget {
    let mark = Widgets.label(PaymentMethodsText.isDefault).styled("onside-mark")
    gtk_widget_set_hexpand(mark, 0)
    gtk_label_set_wrap(mark.opaque, 0)
    gtk_widget_set_valign(mark, GTK_ALIGN_CENTER)
    return mark
  }

  private func button(
    _ title: String, _ style: String,
    _ action: @escaping @MainActor (PaymentMethodsModel, OnsidePaymentMethod.ID) -> Void
  ) -> Widget {
    let button = ScreenParts.button(title, style, "onside-small") { [model, method] in action(model, method.id) }
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    return button
  }
}
#endif
