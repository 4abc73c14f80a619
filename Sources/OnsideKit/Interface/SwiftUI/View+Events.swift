#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import SwiftUI

extension View {
  /// Runs an action when a value has changed. The action must read the state itself: before iOS 17 and macOS 14 it runs
  /// in a later turn of the main actor, when the state may have changed again.
  ///
  /// `onChange(of:perform:)` is deprecated since iOS 17 and macOS 14, and its successor does not exist before them.
  @ViewBuilder func whenChanged<Value: Equatable & Sendable>(
    _ value: Value, _ action: @escaping @MainActor () -> Void
  ) -> some View {
    if #available(iOS 17, macOS 14, *) {
      onChange(of: value) { _, _ in action() }
    } else {
      modifier(ChangeWatch(value: value, action: action))
    }
  }

  /// Runs `body` when this view appears, and again when the user returns to the app. The delay that protects a screen
  /// from an accidental approval begins at these times.
  func onSight(_ body: @escaping @MainActor () -> Void) -> some View {
    onAppear { body() }
      .onReceive(NotificationCenter.default.publisher(for: activation)) { _ in body() }
  }
}

/// The notification that a scene of the app, or on macOS the app itself, becomes active. SwiftUI's `scenePhase` cannot
/// be used, because it changes only in apps with the life cycle of SwiftUI.
@MainActor private var activation: Notification.Name {
  #if canImport(UIKit)
  UIScene.didActivateNotification
  #else
  NSApplication.didBecomeActiveNotification
  #endif
}

private struct ChangeWatch<Value: Equatable & Sendable>: ViewModifier {
  let value: Value
  let action: @MainActor () -> Void
  @State private var last: Value?

  func body(content: Content) -> some View {
    content.task(id: value) {
      let before = last
      last = value
      if let before, before != value { action() }
    }
  }
}
#endif
