#if os(Linux)
import CWebKitGTK
import CausewayGTK
import OnsideCore

/// The line of a payment sheet that shows the payment method and lets the user change it.
@MainActor final class PayWithLine {
  let widget = Widgets.row(spacing: 12)
  /// The button that shows the payment methods.
  let change: Widget

  private let choice: PaymentMethodChoice
  private let value = Widgets.label("")

  init(_ choice: PaymentMethodChoice, onPress: @escaping @MainActor () -> Void) {
    self.choice = choice
    change = ScreenParts.button(choice.changeTitle, "onside-secondary", "onside-small", action: onPress)
    let name = Widgets.label("Pay with").styled("onside-caption")
    gtk_widget_set_hexpand(name, 0)
    gtk_label_set_wrap(name.opaque, 0)
    gtk_label_set_xalign(value.opaque, 1)
    gtk_widget_set_valign(change, GTK_ALIGN_CENTER)
    widget.append(name, value, change)
    update()
  }

  /// Shows the current state of the choice.
  func update() {
    gtk_label_set_text(value.opaque, choice.text ?? "")
    gtk_button_set_label(change.cast(to: GtkButton.self), choice.changeTitle)
    gtk_widget_set_visible(widget, choice.text == nil ? 0 : 1)
  }
}
#endif
