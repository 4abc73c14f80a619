#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import SwiftUI

extension View {
  /// Runs `body` when this view appears, and again when the user returns to the app. At these times the delay begins
  /// before a screen can be approved.
  func onSight(_ body: @escaping @MainActor () -> Void) -> some View {
    onAppear { body() }
      .onReceive(NotificationCenter.default.publisher(for: activation)) { _ in body() }
  }

  /// Disables this view for the first second in which it is visible, so that a tap that was meant for something else
  /// presses nothing.
  /// - Parameter content: the view's content. If it changes, the second begins again, because the user has not seen the
  ///   new content.
  func disabledAtFirst(showing content: some Hashable) -> some View {
    modifier(ApprovalPause(content: content))
  }
}

/// The notification that a window of the app, or on macOS the app, becomes active. A view's `scenePhase` changes only
/// in apps with the life cycle of SwiftUI.
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
