import Observation

/// Lets Observation know who reads a state and when it changes, where the system has Observation.
///
/// A property cannot be both `@Published` and tracked by `@Observable`, so the host keeps its published properties, and
/// ``BridgeHost/state`` alone is tracked.
@MainActor struct StateTracking {
  /// A `Changes`. A stored property cannot say so, because the class is newer than the oldest system of the package.
  private let changes: AnyObject?

  init() {
    if #available(macOS 14, iOS 17, *) { changes = Changes() } else { changes = nil }
  }

  /// The state is being read.
  func read() {
    if #available(macOS 14, iOS 17, *) { _ = (changes as? Changes)?.count }
  }

  /// The state is another one now.
  func didChange() {
    if #available(macOS 14, iOS 17, *) { (changes as? Changes)?.count &+= 1 }
  }
}

/// Who reads the count reads the state.
@available(macOS 14, iOS 17, *)
@MainActor @Observable private final class Changes {
  var count: UInt64 = 0
}
