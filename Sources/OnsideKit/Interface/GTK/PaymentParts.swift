#if os(Linux)
import CWebKitGTK
import CausewayGTK
import OnsideCore

/// The parts of a payment sheet.
@MainActor enum PaymentParts {
  /// Makes the product's title and description. Only this part scrolls, because the store's description can have any
  /// length.
  static func product(_ text: PaymentText) -> Widget {
    let column = Widgets.column(spacing: 6)
    column.append(Widgets.label(text.title).styled("onside-title"))
    if let description = text.description { column.append(Widgets.label(description).styled("onside-caption")) }
    let (width, highest) = (ScreenStyle.width - 64, 150)
    let scroll = Widgets.scroll(column, width: width, upTo: highest)
    // If the text is long, it can have the focus, so that the keyboard scrolls it. Otherwise Tab skips it and goes to
    // the buttons.
    var height: gint = 0
    gtk_widget_measure(column, GTK_ORIENTATION_VERTICAL, gint(width), nil, &height, nil, nil)
    gtk_widget_set_can_focus(scroll, height > gint(highest) ? 1 : 0)
    return scroll
  }

  /// Makes the price, its period and the offers.
  static func price(_ state: PaymentState) -> Widget {
    let card = Widgets.column(spacing: 10).styled("onside-card")
    let line = Widgets.column()
    line.append(Widgets.label(state.text.price).styled("onside-price"))
    if let period = state.text.period { line.append(Widgets.label(period).styled("onside-period")) }
    card.append(line)
    for offer in state.offers {
      let box = Widgets.column(spacing: 1).styled("onside-offer")
      box.append(
        Widgets.label(offer.name).styled("onside-caption"), Widgets.label(offer.value).styled("onside-emphasized"))
      card.append(box)
    }
    return card
  }

  /// Makes the lines for the account, the payment method, the store's country and the renewal.
  static func details(_ state: PaymentState, _ payWith: PayWithLine) -> Widget {
    let column = Widgets.column(spacing: 4)
    if let payer = state.payer { column.append(detail(payer)) }
    column.append(payWith.widget)
    for term in state.terms { column.append(detail(term)) }
    return column
  }

  private static func detail(_ detail: PaymentState.Detail) -> Widget {
    let row = Widgets.row(spacing: 16)
    let text = Widgets.label(detail.value)
    gtk_label_set_xalign(text.opaque, 1)
    row.append(name(detail.name), text)
    return row
  }

  fileprivate static func name(_ name: String) -> Widget {
    let label = Widgets.label(name).styled("onside-caption")
    gtk_widget_set_hexpand(label, 0)
    gtk_label_set_wrap(label.opaque, 0)
    return label
  }
}

/// The line of a payment sheet that shows the payment method and lets the user change it.
@MainActor final class PayWithLine {
  let widget = Widgets.row(spacing: 12)
  /// The button that shows the payment methods.
  let change: Widget

  private let value = Widgets.label("")

  init(_ model: PaymentModel) {
    change = ScreenParts.button(model.state.choice.change, "onside-secondary", "onside-small") { model.changeMethod() }
    gtk_label_set_xalign(value.opaque, 1)
    gtk_widget_set_valign(change, GTK_ALIGN_CENTER)
    widget.append(PaymentParts.name(PaymentState.payWith), value, change)
  }

  func draw(_ state: PaymentState) {
    gtk_label_set_text(value.opaque, state.choice.text ?? "")
    gtk_button_set_label(change.cast(to: GtkButton.self), state.choice.change)
    change.setSensitive(state.canChange)
    gtk_widget_set_visible(widget, state.choice.text == nil ? 0 : 1)
  }
}
#endif
