#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import SwiftUI

extension View {
  /// Does something when it comes into sight, and again when the user comes back to it: what begins then is the time before
  /// a screen can be approved.
  func onSight(_ body: @escaping @MainActor () -> Void) -> some View {
    onAppear { body() }
      .onReceive(NotificationCenter.default.publisher(for: activation)) { _ in body() }
  }

  /// Takes no input in the first second in which it is in sight: a tap that was meant for something else presses nothing.
  /// - Parameter content: what it shows; another content has not been seen yet.
  func disabledAtFirst(showing content: some Hashable) -> some View {
    modifier(ApprovalPause(content: content))
  }
}

/// When a window of the program becomes active. A view's `scenePhase` says so only in programs that are SwiftUI's from the
/// ground up.
@MainActor private var activation: Notification.Name {
  #if canImport(UIKit)
  UIScene.didActivateNotification
  #else
  NSApplication.didBecomeActiveNotification
  #endif
}

private struct ApprovalPause<Shown: Hashable>: ViewModifier {
  private struct Sight: Hashable {
    let content: Shown
    let number: Int
  }

  let content: Shown
  @State private var sights = 0
  @State private var seen: Sight?

  private var current: Sight { Sight(content: content, number: sights) }

  func body(content view: Content) -> some View {
    view
      .disabled(seen != current)
      .onSight { sights += 1 }
      .task(id: current) {
        let sight = current
        try? await Task.sleep(for: .seconds(1))
        if !Task.isCancelled { seen = sight }
      }
  }
}
#endif
