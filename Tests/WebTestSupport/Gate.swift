/// Something that handlers wait at until the test opens it.
@MainActor public final class Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// A gate that is closed.
  public init() {}

  /// How many wait.
  public var count: Int { waiting.count }

  /// Waits, if it is closed.
  public func pass() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Lets everybody pass, from now on.
  public func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
