#if os(Linux)
import CWebKitGTK
import CausewayGTK
import Causeway
import OnsideCore

/// The line of a payment sheet that says with what is paid, and lets the user change it.
@MainActor final class PayWithLine {
  let widget = Widgets.row(spacing: 12)
  /// Shows the means of payment.
  let change: Widget
  var onChange: () -> Void = {}

  private let methods: OnsidePaymentMethodsScreen
  private let value = Widgets.label("…")
  private var work: Task<Void, Never>?

  init(_ methods: OnsidePaymentMethodsScreen, onPress: @escaping @MainActor () -> Void) {
    self.methods = methods
    change = ScreenParts.button("Change", "onside-secondary", "onside-small", action: onPress)
    let name = Widgets.label("Pay with").styled("onside-caption")
    gtk_widget_set_hexpand(name, 0)
    gtk_label_set_wrap(name.opaque, 0)
    gtk_label_set_xalign(value.opaque, 1)
    gtk_widget_set_valign(change, GTK_ALIGN_CENTER)
    widget.append(name, value, change)
    // In local testing there are none, and nobody is told of any.
    gtk_widget_set_visible(widget, 0)
    load()
  }

  /// Asks what is charged by now.
  func load() {
    work?.cancel()
    work = Task { [weak self, methods] in
      do throws(OnsideServiceError) {
        let all = try await methods.load()
        self?.show(all)
      } catch {
        self?.show(error)
      }
    }
  }

  /// Ends what is under way.
  func end() { work?.cancel() }

  private func show(_ all: [OnsidePaymentMethod]) {
    guard !Task.isCancelled else { return }
    let title = all.first(where: \.isDefault).map { PageText($0.title).shown(limit: 60) }
    gtk_button_set_label(change.cast(to: GtkButton.self), all.isEmpty ? "Add a card" : "Change")
    say(title ?? "No card yet")
  }

  private func show(_ error: OnsideServiceError) {
    guard !Task.isCancelled, error != .notSupportedInLocalTesting else { return }
    say("Not known")
  }

  private func say(_ text: String) {
    gtk_label_set_text(value.opaque, text)
    gtk_widget_set_visible(widget, 1)
    onChange()
  }
}
#endif
