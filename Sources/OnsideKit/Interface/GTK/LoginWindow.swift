#if os(Linux)
import CWebKitGTK
import Causeway
import CausewayGTK
import OnsideCore

/// The window of a login.
@MainActor final class LoginWindow {
  let dialog: DialogWindow
  /// The parts in which a user types and presses.
  let form: LoginForm
  private let screen: OnsideLoginScreen
  /// Ends with whether the user is logged in.
  private let outcome = Settlement<Bool>()
  private var submission: Task<Void, Never>?
  private var isDismissed = false

  /// A window that is not shown yet.
  init(_ screen: OnsideLoginScreen, startTimer: @escaping GLibTimer.Start) {
    self.screen = screen
    form = LoginForm(screen)
    dialog = DialogWindow(title: "Log in", width: ScreenStyle.width, startTimer: startTimer)
    ScreenStyle.apply(screen.theme, to: dialog.widget)
    dialog.setContent(form.widget)
    dialog.onDismiss = { [weak self] in self?.dismiss() }
    dialog.delay.onChange = { [weak self] in
      guard let self else { return }
      form.canChooseProvider = dialog.delay.isOver
    }
    form.onDismiss = { [weak self] in self?.dismiss() }
    form.onSubmit = { [weak self] in self?.submit($0) }
    form.onChange = { [weak self] in self?.dialog.update() }
  }

  /// What is in focus at first.
  var firstFocus: Widget { form.email }

  /// Waits for the end: whether the user is logged in. Cancelling the task dismisses the window.
  func result() async -> Bool {
    if let result = try? await outcome.value() { return result }
    dismiss()
    await submission?.value
    return isLoggedIn
  }

  private var isLoggedIn = false

  /// Whoever dismisses the window while a login is under way may be logged in nevertheless: it is waited for.
  private func dismiss() {
    isDismissed = true
    gtk_widget_set_visible(dialog.widget, 0)
    if let submission { submission.cancel() } else { outcome.settle(.success(false)) }
  }

  private func submit(_ credential: OnsideCredential) {
    guard submission == nil, !isDismissed else { return }
    form.showProgress()
    submission = Task { [weak self, submit = screen.submit] in
      do throws(OnsideServiceError) {
        try await submit(credential)
        self?.didEnd(nil)
      } catch {
        self?.didEnd(error)
      }
    }
  }

  private func didEnd(_ error: OnsideServiceError?) {
    submission = nil
    isLoggedIn = error == nil
    if isLoggedIn || isDismissed { outcome.settle(.success(isLoggedIn)) }
    if let error, !isDismissed { form.showError(error.userMessage) }
  }
}
#endif
