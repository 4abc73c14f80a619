#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import OnsideCore
import SwiftUI

/// The observable state of a login.
@MainActor final class LoginModel: ObservableObject {
  @Published private(set) var page = LoginFlow.Page.entrance
  @Published private(set) var work: LoginFlow.Work?
  /// The error text for the user; nil if there is no error.
  @Published private(set) var problem: String?
  @Published private(set) var canResend = false
  /// Whether the typed digits cannot be used any more, because they are wrong or the code has expired.
  @Published private(set) var isCodeUseless = false
  /// Called once, when the user dismisses the login.
  var onDismiss: @MainActor () -> Void {
    get { flow.onDismiss }
    set { flow.onDismiss = newValue }
  }
  /// The flow that performs the user's actions.
  let flow: LoginFlow

  init(_ screen: OnsideLoginScreen, browser: any LoginBrowser) {
    flow = LoginFlow(screen, browser: browser) { SleepingTimer($0, $1) }
    flow.onChange = { [weak self] in self?.update() }
  }

  private func update() {
    (page, work, problem) = (flow.page, flow.work, flow.problem)
    (canResend, isCodeUseless) = (flow.canResend, flow.isCodeUseless)
  }
}

/// A timer that calls a closure once, unless the timer is released before.
@MainActor private final class SleepingTimer {
  private let task: Task<Void, Never>

  init(_ delay: Duration, _ body: @escaping @MainActor () -> Void) {
    task = Task {
      try? await Task.sleep(for: delay)
      if !Task.isCancelled { body() }
    }
  }

  deinit {
    task.cancel()
  }
}
#endif
