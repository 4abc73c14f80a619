/// A gate at which tasks wait until the test opens it.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var arrivals: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    guard !isOpen else { return }
    await withCheckedContinuation {
      waiting.append($0)
      for arrival in arrivals { arrival.resume() }
      arrivals = []
    }
  }

  /// Returns when a task waits at the gate.
  func arrival() async {
    if waiting.isEmpty { await withCheckedContinuation { arrivals.append($0) } }
  }

  func open() {
    isOpen = true
    for waiter in waiting { waiter.resume() }
    waiting = []
  }
}
