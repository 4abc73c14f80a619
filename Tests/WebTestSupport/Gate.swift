/// A gate at which handlers wait until the test opens it.
@MainActor public final class Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Creates a closed gate.
  public init() {}

  /// The number of handlers that wait at the gate.
  public var count: Int { waiting.count }

  /// Waits until the gate is open.
  public func pass() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Opens the gate for the handlers that wait, and for all later handlers.
  public func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
