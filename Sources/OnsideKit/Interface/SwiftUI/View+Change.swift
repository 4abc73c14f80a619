#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import SwiftUI

extension View {
  /// Calls an action with each new value, in a later turn of the main actor.
  ///
  /// `onChange(of:perform:)` is deprecated since iOS 17, and its successor does not exist before.
  func whenChanged<Value: Equatable & Sendable>(
    _ value: Value, _ action: @escaping @MainActor (Value) -> Void
  ) -> some View {
    modifier(ChangeWatch(value: value, action: action))
  }
}

private struct ChangeWatch<Value: Equatable & Sendable>: ViewModifier {
  let value: Value
  let action: @MainActor (Value) -> Void
  @State private var last: Value?

  func body(content: Content) -> some View {
    content.task(id: value) {
      let before = last
      last = value
      if let before, before != value { action(value) }
    }
  }
}
#endif
