import Testing

/// A gate at which tasks wait until the test opens it. A wait that takes five minutes records an issue and ends.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var arrivals: [CheckedContinuation<Void, Never>] = []

  func pass(file: StaticString = #fileID, line: UInt = #line) async {
    guard !isOpen else { return }
    let timer = timer("the gate at \(file):\(line) was not opened")
    defer { timer.cancel() }
    await withCheckedContinuation {
      waiting.append($0)
      noteArrival()
    }
  }

  /// Returns when a task waits at the gate.
  func arrival(file: StaticString = #fileID, line: UInt = #line) async {
    guard waiting.isEmpty else { return }
    let timer = timer("no task came to the gate for which \(file):\(line) waits")
    defer { timer.cancel() }
    await withCheckedContinuation { arrivals.append($0) }
  }

  private func noteArrival() {
    for arrival in arrivals { arrival.resume() }
    arrivals = []
  }

  private func timer(_ issue: String) -> Task<Void, any Error> {
    Task {
      try await Task.sleep(for: .seconds(300))
      Issue.record("\(issue) within five minutes")
      noteArrival()
      open()
    }
  }

  func open() {
    isOpen = true
    for waiter in waiting { waiter.resume() }
    waiting = []
  }
}
