#if os(Linux)
import CWebKitGTK
import CausewayGTK
import CausewayPrompts
import OnsideCore

/// The window of the payment methods.
@MainActor final class PaymentMethodsWindow {
  /// The reason why the window ends.
  enum End {
    case closed
    case notSupportedInLocalTesting
  }

  let dialog: DialogWindow
  let panel: PaymentMethodsPanel
  private let end = OneShot<End>()

  /// Creates the window without showing it, and begins to load the list.
  init(_ screen: OnsidePaymentMethodsScreen, startTimer: @escaping StartTimer) {
    let end = end
    let close = ScreenParts.button("Close", "onside-quiet") { end.settle(.success(.closed)) }
    panel = PaymentMethodsPanel(screen, leave: close)
    dialog = DialogWindow(
      title: "Payment methods", width: ScreenStyle.width, delay: ApprovalDelay(startTimer: startTimer))
    ScreenStyle.apply(screen.theme, to: dialog.widget)
    dialog.onDismiss = { end.settle(.success(.closed)) }
    dialog.delay.onChange = { [weak self] in
      guard let self else { return }
      panel.canChange = dialog.delay.isOver
    }
    panel.onChange = { [weak self] in self?.dialog.update() }
    panel.flow.onNotSupported = { end.settle(.success(.notSupportedInLocalTesting)) }
    panel.onNews = { [weak self] in
      guard let self, dialog.isSeen else { return }
      dialog.delay.begin()
    }
    panel.onFocus = { [weak self] part in
      guard let self else { return }
      gtk_window_set_focus(cwk_window(dialog.widget), part)
    }
    let body = ScreenParts.body()
    body.append(panel.widget)
    dialog.setContent(body)
  }

  /// The button that closes the window.
  var close: Widget { panel.leave }
  /// The rows of the list.
  var rows: [PaymentMethodRow] { panel.rows }
  /// The button that loads the list again after an error; nil if there is no error.
  var retry: Widget? { panel.retry }

  /// Waits until the user closes the window. Cancelling the task closes it too.
  func result() async -> End {
    let result = (try? await end.value()) ?? .closed
    panel.end()
    return result
  }
}
#endif
