#if os(Linux)
import CWebKitGTK
import CausewayGTK
import CausewayPrompts
import OnsideCore

/// The window in which the user manages the payment methods.
@MainActor final class PaymentMethodsWindow {
  let dialog: DialogWindow
  let panel: PaymentMethodsPanel

  /// Creates the window without showing it, and begins to load the list.
  init(_ screen: OnsidePaymentMethodsScreen, startTimer: @escaping StartTimer) {
    let delay = ApprovalDelay(startTimer: startTimer)
    let model = PaymentMethodsModel(screen, delay: delay)
    panel = PaymentMethodsPanel(model)
    dialog = DialogWindow(title: PaymentMethodsText.title, width: ScreenStyle.width, delay: delay)
    ScreenStyle.apply(screen.theme, to: dialog.widget)
    dialog.onDismiss = { model.leave() }
    panel.onChange = { [weak dialog] in dialog?.update() }
    dialog.setContent(ScreenParts.body(of: panel.widget))
  }

  /// The button that closes the window.
  var close: Widget { panel.leave }
  /// One row for each payment method, in the order in which they are shown.
  var rows: [PaymentMethodRow] { panel.rows }
  /// The button that loads the list again after an error; nil if there is no error.
  var retry: Widget? { panel.retry }

  /// Waits until the user closes the window. Cancelling the task closes it too.
  func result() async -> PaymentMethodsModel.End { await panel.model.result() }
}
#endif
