#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import OnsideCore
import SwiftUI

/// What a login shows at present.
@MainActor final class LoginModel: ObservableObject {
  @Published private(set) var page = LoginFlow.Page.entrance
  @Published private(set) var work: LoginFlow.Work?
  /// What went wrong, in words.
  @Published private(set) var problem: String?
  @Published private(set) var canResend = false
  /// Whether the digits that were typed are of no more use.
  @Published private(set) var isCodeUseless = false
  /// Called when the user dismisses it.
  var onDismiss: @MainActor () -> Void {
    get { flow.onDismiss }
    set { flow.onDismiss = newValue }
  }
  /// What the user does.
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

/// Calls something once, later, unless it is let go before.
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
