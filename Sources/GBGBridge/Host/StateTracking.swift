import Observation

/// A reporter of a state's reads and changes to the Observation framework, on systems that have it.
///
/// A property cannot be both `@Published` and tracked by `@Observable`. Therefore the host keeps its published
/// properties, and only ``BridgeHost/state`` is tracked.
@MainActor struct StateTracking {
  /// An object of class `Changes`; nil on systems without Observation. A stored property cannot have the type
  /// `Changes`, because the oldest systems that the package supports do not have `@Observable`.
  private let changes: AnyObject?

  init() {
    if #available(macOS 14, iOS 17, *) { changes = Changes() } else { changes = nil }
  }

  /// Reports that the state is being read.
  func read() {
    if #available(macOS 14, iOS 17, *) { _ = (changes as? Changes)?.count }
  }

  /// Reports that the state has changed.
  func didChange() {
    if #available(macOS 14, iOS 17, *) { (changes as? Changes)?.count &+= 1 }
  }
}

/// A counter of the state's changes. Observation tracks the counter, because it cannot track the state itself.
@available(macOS 14, iOS 17, *)
@MainActor @Observable private final class Changes {
  var count: UInt64 = 0
}
