/// Yields `turns` times, so that all tasks that are ready on the main actor run.
@MainActor func settleDown(turns: Int = 20) async {
  for _ in 0..<turns { await Task.yield() }
}

/// Lets the main actor run until the condition holds. Returns false if the condition does not hold after 100,000 turns.
@MainActor func eventually(_ condition: () -> Bool) async -> Bool {
  for _ in 0..<100_000 {
    if condition() { return true }
    await Task.yield()
  }
  return condition()
}
