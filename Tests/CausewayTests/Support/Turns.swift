/// Lets everything that is ready on the main actor run, until nothing new turns up.
@MainActor func settleDown(turns: Int = 20) async {
  for _ in 0..<turns { await Task.yield() }
}

/// Lets the main actor run until the condition holds; gives false if it never does.
@MainActor func eventually(_ condition: () -> Bool) async -> Bool {
  for _ in 0..<100_000 {
    if condition() { return true }
    await Task.yield()
  }
  return condition()
}
