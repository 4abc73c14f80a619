#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import SwiftUI

/// The state of a screen's model, for SwiftUI.
@MainActor final class ScreenObserver<State: Hashable>: ObservableObject {
  @Published private(set) var state: State

  init(_ model: ScreenModel<State>) {
    state = model.state
    model.onChange = { [weak self, weak model] in
      guard let model else { return }
      self?.state = model.state
    }
  }
}

/// A timer that calls a closure once. The closure is not called if the timer is released first.
@MainActor final class SleepingTimer {
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
