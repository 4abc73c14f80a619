/// Yields `turns` times, so that all tasks that are ready on the main actor run.
@MainActor func settleDown(turns: Int = 20) async {
  for _ in 0..<turns { await Task.yield() }
}

/// Lets the main actor run until the condition holds. Returns false if the condition does not hold within ten minutes.
@MainActor func eventually(_ condition: () -> Bool) async -> Bool {
  let end = ContinuousClock.now + .seconds(600)
  var turns = 0
  while !condition() {
    guard .now < end else { return false }
    turns += 1
    if turns < 1000 {
      await Task.yield()
    } else {
      // The condition depends on another thread, and the pause leaves the processor to that thread. In a cancelled
      // test, `sleep` throws at once, and the loop continues without pauses.
      try? await Task.sleep(for: .milliseconds(10))
    }
  }
  return true
}
